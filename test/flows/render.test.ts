import fs from "node:fs"
import { expect, test } from "vitest"
import { garden, skillText } from "../plant.ts"
import { skillet } from "./run-cli.ts"

const body = (text: string, header = "") => skillText("d", header).replace("The body of it.", text)

const project = () =>
  garden({
    "project/.agents/skills/log/SKILL.md": body("Now: !`echo hello $1` end", "allowed-tools: Bash(echo:*)\n"),
    "home/.agents/skills/mine/SKILL.md": body("Mine: !`echo $ARGUMENTS` end", "allowed-tools: Bash(echo:*)\n"),
    "home/.agents/skills/bad/SKILL.md": body("Bad: !`touch canary` end", "allowed-tools: Bash(echo:*)\n"),
    "home/.agents/skills/fails/SKILL.md": body("x !`ls /no/such/folder` y", "allowed-tools: Bash(ls:*)\n"),
  })

test("a project's skill is rendered, and its command only shown, until it is approved by its digest", () => {
  const { options } = project()
  const before = skillet(["render", "log", "you"], options)
  expect(before.code).toBe(0)
  expect(before.out).toContain("Now: [not run, because this skill is not trusted: echo hello you] end")
  expect(before.err).toContain("requests, but does not get: tool Bash(echo:*)")
  const asked = skillet(["trust", "add", "log"], options)
  expect(asked.code).toBe(1)
  const digest = /sha256:[0-9a-f]{64}/.exec(asked.err)?.[0] ?? ""
  expect(skillet(["trust", "add", "log", "--hash", "sha256:0"], options).code).toBe(1)
  expect(skillet(["trust", "add", "log", "--hash", digest], options)).toMatchObject({
    code: 0,
    out: `log is approved as ${digest}\n`,
  })
  expect(skillet(["render", "log", "you"], options).out).toContain("Now: hello you end")
  expect(skillet(["trust", "list"], options)).toMatchObject({ code: 0, out: expect.stringContaining("valid") })
})

test("after one changed byte the command is only shown again, with the difference", () => {
  const { options, at } = project()
  const digest = /sha256:[0-9a-f]{64}/.exec(skillet(["trust", "add", "log"], options).err)?.[0] ?? ""
  skillet(["trust", "add", "log", "--hash", digest], options)
  const file = at("project/.agents/skills/log/SKILL.md")
  fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("echo hello", "echo hullo"))
  expect(skillet(["render", "log", "you"], options).out).toContain(
    "[not run, because this skill is not trusted: echo hullo you]",
  )
  expect(skillet(["render", "log", "--dry-run"], options).out).toContain("changed since you approved it")
  expect(skillet(["trust", "list"], options).code).toBe(1)
  expect(skillet(["trust", "add", "log"], options).err).toMatch(
    /Changed since you approved it on \d{4}-\d\d-\d\d: SKILL.md[\s\S]*-Now: !`echo hello \$1` end\n\+Now: !`echo hullo \$1` end/,
  )
})

test("if no rule covers a command, the whole skill is not rendered, and nothing runs", () => {
  const { options, at } = project()
  const ran = skillet(["render", "bad"], options)
  expect(ran).toMatchObject({ code: 1, out: "" })
  expect(ran.err).toMatch(/^skillet: Shell command permission check failed for pattern "!`touch canary`": /)
  expect(fs.existsSync(at("project/canary"))).toBe(false)
  const dry = JSON.parse(skillet(["render", "bad", "--dry-run", "--json"], options).out)
  expect(dry.commands).toMatchObject([{ command: "touch canary", decision: "deny", line: 6 }])
})

test("a command that fails ends the rendering with its error message", () => {
  const { options } = project()
  expect(skillet(["render", "fails"], options)).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringMatching(/^skillet: Shell command failed for pattern "!`ls \/no\/such\/folder`": /),
  })
})

test.each(["; id", "$(id)", "`id`", "' ; id ; '", '" ; id ; "', "!`id`", "a\nid", "${IFS}id"])(
  "the argument %j stays text",
  (argument) => {
    const { options } = project()
    const ran = skillet(["render", "mine", argument], options)
    expect(ran.code).toBe(0)
    expect(ran.out).toBe(
      `Base directory for this skill: ${options.env["HOME"]}/.agents/skills/mine\n\nMine: ${argument} end\n\n`,
    )
  },
)

test("children get an allow-listed environment: a seeded secret reaches no output, cache or store", () => {
  const { options, plant, root } = project()
  plant({ "home/.agents/skills/env/SKILL.md": body("!`env`", "allowed-tools: Bash(env)\n") })
  const env = { ...options.env, API_TOKEN: "canary-secret-4711" }
  const ran = skillet(["render", "env"], { ...options, env })
  expect(ran.out + ran.err).not.toContain("canary-secret-4711")
  for (const words of [["list"], ["doctor", "--all"], ["show", "env"], ["match", "env"]])
    skillet(words, { ...options, env })
  const kept = fs.readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(
    kept.filter((entry) => fs.readFileSync(`${entry.parentPath}/${entry.name}`).includes("canary-secret-4711")),
  ).toEqual([])
})

test("settings can switch commands off, and can require a sandbox", () => {
  const { options, plant } = project()
  plant({ "home/.config/skillet/config.yaml": "shell: off\n" })
  expect(skillet(["render", "mine", "x"], options).out).toContain(
    "Mine: [shell command execution disabled by policy] end",
  )
  plant({ "home/.config/skillet/config.yaml": "sandbox: required\n" })
  const ran = skillet(["render", "mine", "x"], { ...options, env: { ...options.env, PATH: options.env["PATH"] ?? "" } })
  expect(ran.out.includes("Mine: x end") || ran.err.includes("sandbox")).toBe(true)
})

test("skills named one after another share the arguments", () => {
  const { options } = project()
  const both = JSON.parse(skillet(["render", "/mine", "/log", "you", "--json"], options).out)
  expect(both.map(({ name, text }: { name: string; text: string }) => [name, text.includes("you")])).toEqual([
    ["mine", true],
    ["log", true],
  ])
})

test("shell check asks the policy directly, one command or many", () => {
  const { options } = project()
  const check = (words: readonly string[], input?: string) =>
    skillet(["shell", "check", ...words], { ...options, ...(input === undefined ? {} : { input }) })
  expect(check(["--allow", "Bash(git log:*)", "--json", "--", "git log -5"])).toMatchObject({ code: 0 })
  expect(check(["--allow", "Bash(git log:*)", "--", "git log; id"]).code).toBe(1)
  const lines = [
    '{"id":"a","command":"git log","allow":["Bash(git log:*)"]}',
    "garbage",
    '{"id":"b","command":"git log","allow":["Bash"],"deny":["Bash(git:*)"]}',
  ].join("\n")
  const answers = check(["--batch"], lines)
    .out.trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  expect(answers.map(({ id, decision }) => [id, decision])).toEqual([
    ["a", "allow"],
    [null, "deny"],
    ["b", "deny"],
  ])
})
