import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { garden, skillText } from "../plant.ts"
import { cli } from "./run-cli.ts"
import { trap } from "./trapped-repository.ts"

test("the trap works: the same PATH makes a careless program run what the repository has", () => {
  const { env, project, started } = trap()
  spawnSync("git", ["--version"], { cwd: project, env })
  expect(started()).toHaveLength(1)
})

test.each<[string, number, readonly string[]]>([
  ["list", 0, ["list"]],
  ["doctor", 0, ["doctor"]],
  ["audit", 0, ["audit", "mine"]],
  ["render of the user's own skill", 0, ["render", "mine"]],
  ["render of the project's skill", 0, ["render", "theirs"]],
  ["a review of everything", 0, ["review", "--json"]],
  ["a review of a change", 0, ["review", "--diff", "HEAD", "--json"]],
  ["a review of staged files", 0, ["review", "--staged", "--json"]],
  ["a review with programs", 0, ["review", "--with", "ruff,semgrep,bandit", "--json"]],
  ["a review by an agent", 1, ["review", "--agent", "claude", "--json"]],
  ["a review by any agent", 1, ["review", "--agent", "auto", "--json"]],
  ["a review by a program", 1, ["review", "--agent", "command", "--program", "worker", "--json"]],
  ["claude in the background", 1, ["agent", "spawn", "claude", "Look"]],
  ["codex in the background, in its own worktree", 1, ["agent", "spawn", "codex", "Look", "--worktrees", "offer"]],
  ["gemini in the background", 1, ["agent", "spawn", "gemini", "Look"]],
  ["opencode in the background", 1, ["agent", "spawn", "opencode", "Look"]],
])("%s starts no program of the repository", (_, code, words) => {
  const { run, started } = trap()
  const ran = run(...words)
  expect(started()).toEqual([])
  expect(ran.code).toBe(code)
  if (code !== 0) expect(ran.err).toMatch(/^skillet: .*(?:not installed|no agent can be used|not a program)/m)
})

test("what a command of the user's own skill starts is searched on the same path, in UTF-8", () => {
  const { at, run, started } = trap({
    "home/.agents/skills/vars/SKILL.md": skillText("Vars", "allowed-tools: Bash(env)\n").replace(
      "The body of it.",
      "Has: !`env`\n",
    ),
  })
  expect(run("render", "mine").out).toMatch(/State: git version \d/)
  const { out } = run("render", "vars")
  expect(out).toContain("LC_ALL=C.UTF-8")
  const folders = /PATH=(.*)/.exec(out)?.[1]?.split(":") ?? []
  expect(folders.length).toBeGreaterThan(0)
  expect(folders.filter((folder) => !path.isAbsolute(folder) || folder.startsWith(at("project")))).toEqual([])
  expect(folders).not.toContain(at("node_modules/.bin"))
  expect(started()).toEqual([])
})

test("a server of the user's settings is not searched in the project, by its name or by a relative path", () => {
  const { run, started } = trap({
    "home/.config/skillet/config.yaml":
      "servers:\n  docs: { command: docs-server }\n  near: { command: ./bin/docs-server }\n",
  })
  const { problems } = JSON.parse(run("list", "--json").out) as { readonly problems: readonly { message: string }[] }
  expect(problems.map(({ message }) => message).filter((message) => message.includes("server"))).toEqual([
    "the server docs failed: it cannot be started (there is no program docs-server)",
    "the server near failed: it cannot be started (./bin/docs-server is not an absolute path)",
  ])
  expect(started()).toEqual([])
})

test("doctor shows the programs it found with their paths, and which entries of PATH it does not use", () => {
  const { at, run } = trap()
  const { search, agents, machine } = JSON.parse(run("doctor", "--json").out)
  const git = search.programs.find(({ name }: { name: string }) => name === "git").at
  expect(path.isAbsolute(git) && !git.startsWith(at(""))).toBe(true)
  expect(search.refused).toEqual([
    `${at("project/node_modules/.bin")} (programs of the project's packages)`,
    `${at("node_modules/.bin")} (programs of the project's packages)`,
    "an empty entry (not an absolute path)",
    ". (not an absolute path)",
    "bin (not an absolute path)",
    "node_modules/.bin (not an absolute path)",
    `${at("project/tools/bin")} (inside the project)`,
    `${at("project/.git/bin")} (inside the project)`,
    `${at("open/bin")} (another user can write to ${at("open")})`,
    ...search.refused.slice(9),
  ])
  expect(agents.filter(({ at: file = "" }: { at?: string }) => file.startsWith(at("")))).toEqual([])
  expect(machine.sandbox.version).not.toBe("9.9.9")
  const { out } = run("doctor")
  expect(out).toContain(`git (${git})`)
  expect(out).toMatch(/not used .*node_modules\/\.bin/)
})

test("a Skillet from the project's own packages says so, starts nothing, and still lists skills", () => {
  const { at, env, project, started } = trap({ "project/node_modules/.bin/placeholder": "" })
  fs.symlinkSync(cli, at("project/node_modules/.bin/skillet"))
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, [at("project/node_modules/.bin/skillet"), ...words], {
      cwd: project,
      env,
      encoding: "utf8",
    })
  const says = `this Skillet belongs to the project it works on (${project}) or to a directory above it, so it starts no program`
  expect(run("list").status).toBe(0)
  for (const words of [["review"], ["review", "--diff", "HEAD"], ["render", "mine"], ["agent", "spawn", "claude", "x"]])
    expect(run(...words)).toMatchObject({ status: 1, stderr: expect.stringContaining(`skillet: ${says}`) })
  const { search, machine, agents } = JSON.parse(run("doctor", "--json").stdout)
  expect(search.blocked).toBe(says)
  expect(machine.sandbox).toEqual({ kind: "none", why: says })
  expect(agents.map(({ kind }: { kind: string }) => kind)).not.toContain("ready")
  expect(run("doctor").stdout.replaceAll(/\s+/g, " ")).toContain(`starts nothing: ${says}`)
  expect(started()).toEqual([])
})

test("our own clone works on itself and on its examples, through the link that npx uses", () => {
  const { options, at } = garden()
  const clone = path.resolve(cli, "../..")
  const link = at("home/clone-bin/node_modules/.bin/skillet")
  fs.mkdirSync(path.dirname(link), { recursive: true })
  fs.symlinkSync(cli, link)
  const words = ["review", "--cwd", "examples/shop", "--json"]
  const ran = spawnSync(process.execPath, [link, ...words], {
    cwd: clone,
    env: options.env,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  })
  expect([ran.stderr, ran.status]).toEqual(["", 0])
  expect(JSON.parse(ran.stdout).findings.length).toBeGreaterThan(10)
})
