import fs from "node:fs"
import { expect, test } from "vitest"
import { garden, skillText } from "../plant.ts"
import { type Ran, skillet } from "./run-cli.ts"

const withCommand = skillText("d", "allowed-tools: Bash(echo:*)\n").replace("The body of it.", "Now: !`echo ran`")
const SETTINGS = "home/.config/skillet/config.yaml"

const gated = {
  "home/.agents/skills/flow/SKILL.md": skillText("flow", "allowed-tools: Bash(echo:*)\n"),
  "home/.agents/skills/flow/workflow.yaml": `start: work
steps:
  - id: work
    kind: do
    title: Work
    next: { ok: check }
  - id: check
    kind: gate
    title: Check
    evidence: [{ command: "echo ran" }]
    next: { ok: end, fail: end }
`,
  "home/.agents/skills/flow/steps/work.md": "Work.\n",
}

test.each([
  ["an unclosed bracket", "shell: off\nskills: [sh1\n", 2],
  ["a deny rule outside a list", 'permissions: { deny: "Bash(git log:*)" }\n', 1],
  ["a word nobody knows", "sandbox: Required\n", 1],
  ["a switch nobody knows", "skills:\n  other: maybe\n", 2],
])("settings with %s run nothing and show where and how to correct it; listing works", (_, text, line) => {
  const { options } = garden({ "home/.agents/skills/sh1/SKILL.md": withCommand, [SETTINGS]: text })
  expectRefusal(skillet(["render", "sh1"], options), line)
  const listed = skillet(["list", "--json"], options)
  expect(listed).toMatchObject({ code: 0, err: expect.stringContaining(`.config/skillet/config.yaml:${line}`) })
})

test("every command that could run something is refused, and works again once the settings are corrected", () => {
  const { options, at, plant } = garden({
    "home/.agents/skills/sh1/SKILL.md": withCommand,
    "project/a.js": "eval(x)\n",
    ...gated,
  })
  expect(skillet(["render", "sh1"], options)).toMatchObject({ code: 0, out: expect.stringContaining("Now: ran") })
  const run = /r-\w+/.exec(skillet(["run", "start", "flow"], options).out)?.[0] ?? ""
  plant({ [SETTINGS]: "shell: no-way\n" })
  for (const words of [
    ["run", "start", "flow"],
    ["run", "report", run, "--step", "work", "--outcome", "ok"],
    ["run", "drive", run, "--agent", "command", "--program", `touch ${at("canary")}`],
    ["review", "a.js", "--agent", "command", "--program", `touch ${at("canary")}`],
    ["trust", "add", "sh1"],
  ])
    expectRefusal(skillet(words, options), 1)
  expect(fs.existsSync(at("canary"))).toBe(false)
  plant({ [SETTINGS]: "{}\n" })
  expect(skillet(["run", "report", run, "--step", "work", "--outcome", "ok"], options).code).toBe(0)
})

test("every command that only reads works", () => {
  const { options } = garden({
    "home/.agents/skills/sh1/SKILL.md": withCommand,
    "project/a.js": "eval(x)\n",
    [SETTINGS]: "shell: no-way\n",
  })
  for (const words of [
    ["show", "sh1"],
    ["why", "sh1"],
    ["match", "d"],
    ["budget"],
    ["run", "list"],
    ["audit"],
    ["review", "a.js"],
  ])
    expect({ words, code: skillet(words, options).code }).toEqual({ words, code: 0 })
})

function expectRefusal({ code, out, err }: Ran, line: number): void {
  expect({ code, out }).toEqual({ code: 1, out: "" })
  expect(err).toContain(`config.yaml:${line}: `)
  expect(err).toMatch(/code limits\.unknown\n {2}\S/)
}

test("an unreadable trust store stops everything that could run; listing works and reports it", () => {
  const { options } = garden({
    "home/.agents/skills/sh1/SKILL.md": withCommand,
    "home/.local/share/skillet/trust.json": "{",
  })
  expect(skillet(["render", "sh1"], options)).toMatchObject({ code: 1, err: expect.stringContaining("trust.json") })
  const listed = skillet(["list"], options)
  expect(listed).toMatchObject({ code: 0, err: expect.stringContaining("trust.json") })
  expect(skillet(["trust", "list"], options)).toMatchObject({ code: 1, err: expect.stringContaining("trust.json") })
})
