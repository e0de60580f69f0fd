import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { garden, skillText } from "../../../../test/plant.ts"
import type { UnknownLimit } from "../../../settings/limits.ts"
import { scriptedShell } from "../../../testing/scripted-shell.ts"
import { openRenderer } from "../../../render/io/open-renderer.ts"
import { planApproval } from "../skills/trust-skills.ts"
import { openSession } from "./open-session.ts"
import type { SkilletOptions } from "./options.ts"

const SETTINGS = {
  user: "home/.config/skillet/config.yaml",
  managed: "managed/config.yaml",
  project: "project/.skillet/config.yaml",
} as const
const withCommand = skillText("d", "allowed-tools: Bash(echo:*)\n").replace("The body of it.", "Now: !`echo hi`")

/** What ran, and how rendering a skill with a command ended. */
async function rendering(options: SkilletOptions, ref = "sh1") {
  const shell = scriptedShell({ "echo hi": "hi" })
  const told: UnknownLimit[] = []
  const skillet = openSession({ ...options, cache: false, shell, onUnknownLimit: (limit) => told.push(limit) })
  const ended = await openRenderer(skillet)
    .render(ref)
    .then(
      ({ text }) => text,
      (error: { readonly code: string; readonly message: string }) => error,
    )
  return {
    ran: shell.asked.map(({ command }) => command),
    ended,
    told: told.map(({ limit, problem }) => [limit, problem.line]),
  }
}

const skills = () => ({
  "home/.agents/skills/sh1/SKILL.md": withCommand,
  "home/.agents/skills/sh2/SKILL.md": withCommand,
})

test.each([
  ["an unclosed bracket", "shell: off\nskills: [sh1\n", [["all", 2]]],
  ["a rule outside a list", 'permissions: { deny: "Bash(git log:*)" }\n', [["permissions.deny", 1]]],
  ["a rule that is not closed", "permissions:\n  deny:\n    - Bash(ls\n", [["permissions.deny.Bash(ls", 3]]],
  ["a rule that is not text", "permissions:\n  ask: [7]\n", [["permissions.ask", 2]]],
  ["a list of rules that does not exist", "permissions:\n  denny: [Bash]\n", [["permissions.denny", 2]]],
  ["permissions that are a list", "permissions: [Bash]\n", [["permissions", 1]]],
  [
    "a rule for a tool that is nearly Bash",
    "permissions:\n  deny:\n    - Shell(echo:*)\n",
    [["permissions.deny.Shell(echo:*)", 3]],
  ],
  ["a sandbox in another spelling", "\nsandbox: Required\n", [["sandbox", 2]]],
  ["a shell that is neither on nor off", "shell: no-way\n", [["shell", 1]]],
  ["a shell that is empty", "shell:\n", [["shell", 1]]],
  ["an unknown switch", "skills:\n  sh2: off\n  sh5: maybe\n", [["skills.sh5", 3]]],
  ["switches that are a list", "skills: [sh2]\n", [["skills", 1]]],
  ["a plugin that is a number", "plugins: { off: [a, 7] }\n", [["plugins.off", 1]]],
  ["a server that is not understood", "servers:\n  a: { comand: x }\n", [["servers.a", 2]]],
  ["a server with a trust that does not exist", "servers: { a: { command: x, trust: none } }\n", [["servers.a", 1]]],
  ["a misspelt key", "shel: off\n", [["shel", 1]]],
  ["a key written twice", "shell: off\nshell: on\n", [["all", 2]]],
  ["an anchor", "shell: &a off\n", [["all", 1]]],
  ["a list", "- shell\n", [["all", 1]]],
  ["plain text", "shell off\n", [["all", 1]]],
  ["tabs", "permissions:\n\tdeny: [Bash]\n", [["all", 1]]],
] as const)(
  "a file of the user or the machine with %s stops what could run, with file, line and fix",
  async (_, text, told) => {
    for (const owner of ["user", "managed"] as const) {
      const { options, at, plant } = garden(skills())
      plant({ [SETTINGS[owner]]: text })
      const rendered = await rendering(options)
      expect(rendered.ran).toEqual([])
      expect(rendered.ended).toMatchObject({
        code: "limits.unknown",
        message: expect.stringContaining(`${at(SETTINGS[owner])}:${told[0][1]}: `),
        next: expect.stringMatching(/./),
      })
      expect(rendered.told).toEqual(told)
    }
  },
)

test.each([
  ["a directory", (file: string) => fs.mkdirSync(file, { recursive: true })],
  ["a link that leads nowhere", (file: string) => link("/nowhere/at/all", file)],
  ["a link to itself", (file: string) => link(file, file)],
  ["a device", (file: string) => link("/dev/null", file)],
  ["not UTF-8", (file: string) => write(file, Buffer.from("shell: off # \xe9\n", "latin1"))],
  ["too large", (file: string) => write(file, " ".repeat(1024 * 1024 + 1))],
  ["in a place that is not a directory", (file: string) => write(path.dirname(file), "shell: off\n")],
  ["in a directory that is a link leading nowhere", (file: string) => link("/nowhere/at/all", path.dirname(file))],
  ["beyond a link leading nowhere", (file: string) => link("/nowhere/at/all", path.dirname(path.dirname(file)))],
  ["in a file with another ending", (file: string) => write(file.replace(/yaml$/, "yml"), "shell: off\n")],
  [
    "in a file that is spelled otherwise",
    (file: string) => write(file.replace("config.y", "Config.y"), "shell: off\n"),
  ],
  ["in settings.yaml", (file: string) => write(file.replace("config.y", "settings.y"), "shell: off\n")],
  ["in settings.json", (file: string) => write(file.replace("config.yaml", "settings.json"), "{}")],
  ["in skillet.yml", (file: string) => write(file.replace("config.yaml", "skillet.yml"), "shell: off\n")],
])("settings that are %s stop everything that could run", async (_, put) => {
  const { options, at } = garden(skills())
  put(at(SETTINGS.user))
  const rendered = await rendering(options)
  expect(rendered.ran).toEqual([])
  expect(rendered.ended).toMatchObject({
    code: "limits.unknown",
    message: expect.stringContaining(`${at(SETTINGS.user)}: `),
  })
})

test("a skill whose name is misspelled in a limit is reported, and a limit counts regardless of case", async () => {
  const { options, plant } = garden(skills())
  plant({ [SETTINGS.user]: "skills:\n  SH1: off\n  sh22: off\n" })
  const { skills: found, problems } = await openSession({ ...options, cache: false }).catalog()
  expect(found.flatMap(({ name, status }) => (name.startsWith("sh") ? [[name, status]] : []))).toEqual([
    ["sh1", "off"],
    ["sh2", "active"],
  ])
  expect(problems.map(({ code, line, fix }) => [code, line, fix])).toEqual([
    ["settings.no-such-skill", 3, "did you mean sh2?"],
  ])
})

test("a home that is not a directory has no settings", async () => {
  const { options, at } = garden({ "project/.agents/skills/a/SKILL.md": skillText("a") })
  write(at("nobody"), "")
  const skillet = openSession({ ...options, env: { ...options.env, HOME: at("nobody") }, cache: false })
  expect(await skillet.limits()).toEqual([])
})

test("good entries next to a bad one count, and the bad one gets its strictest meaning", async () => {
  const { options } = garden({
    "home/.agents/skills/a/SKILL.md": skillText("a"),
    "home/.agents/skills/b/SKILL.md": skillText("b"),
    "home/.agents/skills/c/SKILL.md": skillText("c"),
    "home/.agents/skills/d/SKILL.md": skillText("d"),
    [SETTINGS.user]:
      "sandbox: Required\nskills:\n  a: off\n  b: maybe\n  c: user-invocable-only\n  d: name-only\nshell: no\npermissions:\n  deny: [7, Bash(rm:*)]\n  ask: Bash(ls)\nservers:\n  good: { url: 'https://x.example' }\n  bad: { url: x }\nlisting: { characters: many, share: 0.5 }\n",
  })
  const skillet = openSession({ ...options, cache: false })
  const { switches, shellOff, sandbox, permissions, servers, listing } = await skillet.settings()
  expect({ switches: Object.fromEntries(switches), shellOff, sandbox, permissions, listing }).toEqual({
    switches: { a: "off", b: "off", c: "user-only", d: "name-only" },
    shellOff: true,
    sandbox: "required",
    permissions: { allow: [], ask: ["Bash(ls)"], deny: ["Bash(rm:*)"] },
    listing: { share: 0.5 },
  })
  expect(servers.map(({ name }) => name)).toEqual(["good"])
  const { skills: found, problems } = await skillet.catalog()
  expect(found.filter(({ source }) => source === "user").map(({ name, status }) => `${name} ${status}`)).toEqual([
    "a off",
    "b off",
    "c user-only",
    "d name-only",
  ])
  expect(problems.map(({ code, line }) => `${code} ${line}`)).toEqual([
    "settings.unknown-limit 1",
    "settings.unknown-limit 4",
    "settings.unknown-limit 7",
    "settings.unknown-limit 10",
    "settings.unknown-limit 9",
    "settings.unknown-limit 13",
    "settings.bad-value 14",
    "source.failed undefined",
  ])
})

test.each([
  ["broken YAML", "skills: { a: off }\nlisting: [\n"],
  ["an unknown switch", "skills: { a: maybe }\n"],
  ["an unknown key", "shel: off\nskills: { a: off }\n"],
])("a project's file with %s is a problem, stops no command, and what it switches off stays off", async (_, text) => {
  const { options } = garden({
    ...skills(),
    "home/.agents/skills/a/SKILL.md": skillText("a"),
    [SETTINGS.project]: text,
  })
  const { catalog } = openSession({ ...options, cache: false })
  const { skills: found, problems } = await catalog()
  expect(found.find(({ name }) => name === "a")?.status).toBe("off")
  expect(problems).not.toEqual([])
  expect(await rendering(options)).toMatchObject({ ran: ["echo hi"], told: [] })
})

test.each([
  ["not JSON", '{\n "permissions": {,', [["all", 2]]],
  ["a list", "[]", [["all", 1]]],
  ["a rule outside a list", '{"permissions": {"deny": "Bash"}}', [["permissions.deny", 1]]],
  ["an unknown switch", '{"skillOverrides": {"x": "never"}}', [["skillOverrides.x", 1]]],
  ["a word for a yes or no", '{\n"disableSkillShellExecution": "yes"}', [["disableSkillShellExecution", 2]]],
  ["a plugin that is neither on nor off", '{"enabledPlugins": {"p@m": "no"}}', [["enabledPlugins.p@m", 1]]],
] as const)("Claude Code's own settings with %s stop what could run for its profile", async (_, text, told) => {
  const { options, plant } = garden({ "home/.claude/skills/sh1/SKILL.md": withCommand })
  plant({ "home/.claude/settings.json": text })
  expect(await rendering({ ...options, host: "claude" })).toMatchObject({
    ran: [],
    ended: { code: "limits.unknown" },
    told,
  })
  expect((await rendering(options)).ran).toEqual(["echo hi"])
  plant({ "home/.claude/settings.json": "{}", "project/.claude/settings.json": text })
  const { told: byProject, ended } = await rendering({ ...options, host: "claude" })
  expect(byProject).toEqual([])
  expect(ended).not.toMatchObject({ code: "limits.unknown" })
})

test("reading continues to work: a skill without commands is rendered, and a dry run shows what would run", async () => {
  const { options } = garden({
    ...skills(),
    "home/.agents/skills/text/SKILL.md": skillText("t"),
    [SETTINGS.user]: "shell: no-way\n",
  })
  expect(await rendering(options, "text")).toMatchObject({
    ended: expect.stringContaining("The body of it."),
    told: [["shell", 1]],
  })
  const dry = await openRenderer(openSession({ ...options, cache: false })).render("sh1", { dryRun: true })
  expect(dry.commands).toMatchObject([{ decision: "off" }])
})

test("while a limit is unknown, no grants and hooks are given, and nothing is approved", async () => {
  const hooks = "hooks: { Stop: [{ hooks: [{ type: command, command: ls }] }] }\n"
  const { options } = garden({
    "home/.agents/skills/grants/SKILL.md": skillText("g", "allowed-tools: Read\n"),
    "home/.agents/skills/hooks/SKILL.md": skillText("h", hooks),
    "project/.agents/skills/theirs/SKILL.md": withCommand,
    [SETTINGS.managed]: "permissions: none\n",
  })
  expect(await rendering(options, "grants")).toMatchObject({ ended: { code: "limits.unknown" } })
  expect(await rendering(options, "hooks")).toMatchObject({ ended: { code: "limits.unknown" } })
  const skillet = openSession({ ...options, cache: false })
  await expect(planApproval(skillet, "theirs")).rejects.toMatchObject({ code: "limits.unknown" })
})

test("no server is started while a limit is unknown, and each is reported", async () => {
  const { options, at } = garden({
    [SETTINGS.user]: `servers: { a: { command: touch, args: [${"canary"}] } }\nshell: no-way\n`,
  })
  const { problems } = await openSession({ ...options, cache: false }).catalog()
  expect(problems.map(({ code, path: where }) => `${code} ${path.basename(where)}`)).toEqual([
    "settings.unknown-limit config.yaml",
    "source.failed a",
  ])
  expect(fs.existsSync(at("project/canary"))).toBe(false)
})

function write(file: string, content: string | Buffer): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, content)
}

function link(to: string, file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.symlinkSync(to, file)
}
