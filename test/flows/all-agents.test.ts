import fs from "node:fs"
import { expect, test } from "vitest"
import { garden, skillText } from "../plant.ts"
import { skillet } from "./run-cli.ts"

const QUICK = `---\nname: deploy\ndescription: Deploy the shop quickly.\n---\nTwo.\n`
const SLOW = `---\nname: deploy\ndescription: Deploy the shop.\n---\nOne.\n`

/** Claude Code and Codex were used here; the others were not. */
function plantTwoAgents() {
  return garden({
    "home/.codex/config.toml": "",
    "home/.claude/skills/deploy/SKILL.md": SLOW,
    "home/.agents/skills/deploy/SKILL.md": QUICK,
    "project/.claude/skills/deploy/SKILL.md": QUICK,
    "home/.claude/skills/same/SKILL.md": skillText("Same text."),
    "home/.agents/skills/same/SKILL.md": skillText("Same text."),
    "home/.claude/skills/long/SKILL.md": skillText("word ".repeat(400)),
    "home/.agents/skills/bare/SKILL.md": "---\nname: bare\n---\nText.\n",
  })
}

const SCREEN = `\
NAME            CLAUDE CODE  CODEX
bare            -            skipped
deploy@user     whole        -
deploy@project  shadowed     whole
long            cut          -
same            whole        whole

Not used as written:
  bare Codex: skipped, it accepts only skills with a description
  deploy Claude Code: shadowed by ~/.claude/skills/deploy/SKILL.md: user
    takes precedence over project

Copies that differ:
  deploy  ~/.claude/skills/deploy/SKILL.md
  deploy  .claude/skills/deploy/SKILL.md
  deploy  ~/.agents/skills/deploy/SKILL.md
`

test.each([[["list"]], [["list", "--host", "all"]]])(
  "%j shows how each agent of the machine sees every skill",
  (words) => {
    const { options } = plantTwoAgents()
    const { code, out } = skillet(words, { ...options, env: { ...options.env, COLUMNS: "80" } })
    expect(code).toBe(0)
    expect(out.slice(0, SCREEN.length)).toBe(SCREEN)
    expect(out.trimEnd().split("\n").at(-1)).toBe("Not found on this machine: opencode, Gemini CLI")
    expect(out.split("\n").every((line) => line.length <= 80 || line.includes(" diff "))).toBe(true)
  },
)

test("versions of a name in places of the same kind are told apart by their directories, and copies used at random are named", () => {
  const text = (about: string) => skillText(about, "name: pick\n")
  const { options } = garden({
    "home/.codex/skills/pick/SKILL.md": text("Picks."),
    "home/.config/opencode/skills/pick/SKILL.md": text("Picks a bit."),
    "home/.agents/skills/pick/SKILL.md": text("Picks more."),
  })
  const { out } = skillet(["list"], options)
  expect(out).toMatch(/^pick@user ~\/\.codex\/skills +whole +-/m)
  expect(out).toMatch(/^pick@user ~\/\.agents\/skills +whole +(?:whole|shadowed)/m)
  const diff = skillet(["diff", "pick"], options)
  expect(diff.code).toBe(1)
  const users = [...diff.out.matchAll(/^(pick\S*) {2}(\S+)\n {2}(.*); (?:sha256|differs)/gm)].map((found) =>
    found.slice(1),
  )
  expect(users.toSorted()).toEqual([
    [
      "pick",
      "~/.agents/skills/pick/SKILL.md",
      "used by open, codex, gemini; one of those that opencode uses at random",
    ],
    ["pick", "~/.config/opencode/skills/pick/SKILL.md", "one of those that opencode uses at random"],
    ["pick@user#2", "~/.codex/skills/pick/SKILL.md", "used by codex"],
  ])
})

test.each(["claude", "codex"])("the tokens of %s are those that budget counts", (host) => {
  const { options } = plantTwoAgents()
  const { hosts } = JSON.parse(skillet(["list", "--host", "all", "--json"], options).out)
  const { tokens } = JSON.parse(skillet(["budget", "--host", host, "--json"], options).out)
  expect(hosts.find((one: { host: string }) => one.host === host).tokens).toBe(tokens)
  expect(tokens).toBeGreaterThan(0)
})

test("in an agent, with --host, with SKILLET_HOST or with --json, list shows what one agent sees", () => {
  const { options } = plantTwoAgents()
  const inAgent = { ...options, env: { ...options.env, CLAUDECODE: "1" } }
  const named = { ...options, env: { ...options.env, SKILLET_HOST: "codex" } }
  expect(skillet(["list"], inAgent).out).toMatch(/^NAME +SOURCE/)
  expect(skillet(["list"], named).out).toMatch(/^NAME +SOURCE/)
  expect(skillet(["list", "--host", "open"], options).out).toMatch(/^NAME +SOURCE/)
  expect(JSON.parse(skillet(["list", "--json"], options).out)).toMatchObject({ host: "open" })
  expect(skillet(["list", "--host", "all"], inAgent).out).toMatch(/^NAME +CLAUDE CODE +CODEX\n/)
})

test("without any agent, list is as for the open order, and --host all shows every agent that is known", () => {
  const { options } = garden({ "project/.agents/skills/a/SKILL.md": skillText("A.") })
  expect(skillet(["list"], options).out).toMatch(/^NAME +SOURCE/)
  expect(skillet(["list", "--host", "all"], options).out).toMatch(/^NAME +CLAUDE CODE +CODEX +OPENCODE +GEMINI CLI\n/)
})

test("only list is for all agents at once, and what it prints does not repeat that", () => {
  const { options } = plantTwoAgents()
  expect(skillet(["budget", "--host", "all"], options)).toMatchObject({ code: 2, out: "" })
  expect(skillet(["list", "--host", "all"], options).out).not.toContain("--host all")
})

test("--source keeps the skills with a copy of that source", () => {
  const { options } = plantTwoAgents()
  const { skills, drifted } = JSON.parse(
    skillet(["list", "--host", "all", "--source", "project", "--json"], options).out,
  )
  expect(skills.map(({ name }: { name: string }) => name)).toEqual(["deploy"])
  expect(drifted).toEqual(["deploy"])
})

test("diff shows how copies differ and exits with 1; equal copies give 0", () => {
  const { options, at } = plantTwoAgents()
  const differing = skillet(["diff", "deploy"], options)
  expect(differing.code).toBe(1)
  expect(differing.out).toContain("-description: Deploy the shop quickly.\n+description: Deploy the shop.\n")
  expect(differing.out.trimEnd().split("\n").at(-1)).toBe("3 copies; 1 differs from the first")
  const equal = skillet(["diff", "same"], options)
  expect(equal).toMatchObject({ code: 0, out: expect.stringMatching(/2 copies, all with the same files\.\n$/) })
  fs.writeFileSync(at("home/.claude/skills/same/more.sh"), "echo more\n")
  expect(skillet(["diff", "same"], options)).toMatchObject({ code: 1, out: expect.stringContaining("more.sh (new)") })
  expect(skillet(["list", "--host", "all"], options).out).toContain("  same  ~/.claude/skills/same/SKILL.md\n")
})

test("a copy whose files cannot all be read is not called the same", () => {
  const { options, at } = plantTwoAgents()
  fs.symlinkSync("/etc/hostname", at("home/.claude/skills/same/link"))
  const { code, out } = skillet(["diff", "same"], options)
  expect(code).toBe(1)
  expect(out).toContain("not compared: ")
  expect(out.trimEnd().split("\n").at(-1)).toBe("2 copies; 1 could not be compared")
})

test("diff of a name that nobody has says so, and of one copy that there is one", () => {
  const { options } = plantTwoAgents()
  expect(skillet(["diff", "deplyo"], options)).toMatchObject({ code: 1, err: expect.stringContaining("deploy") })
  expect(skillet(["diff", "long"], options)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/There is one copy\.\n$/),
  })
})
