import { spawn, spawnSync } from "node:child_process"
import fs from "node:fs"
import { expect, test } from "vitest"
import { garden, skillText } from "../plant.ts"
import { called, cli, skillet } from "./run-cli.ts"

const shop = () =>
  garden({
    "project/.agents/skills/deploy/SKILL.md": skillText("Release the shop"),
    "project/.claude/skills/deploy/SKILL.md": skillText("An older way"),
    "project/.claude/skills/stock/SKILL.md": "---\ndescription: Use when: the stock is wrong\n---\nCount it.\n",
    "home/.claude/skills/notes/SKILL.md": skillText("Write notes"),
    "project/.claude/commands/ops/hotfix.md": skillText("Fix it now"),
  })

test("list prints a table on stdout and counts problems on stderr", () => {
  const { options } = shop()
  const ran = skillet(["list", "--host", "open"], options)
  expect(ran.code).toBe(0)
  expect(
    ran.out
      .split("\n")
      .filter((line) => !line.includes("bundled"))
      .slice(0, 5)
      .map((line) => line.trimEnd().replace(/ +/g, " ")),
  ).toEqual([
    "NAME SOURCE STATUS TOKENS DESCRIPTION",
    expect.stringMatching(/^deploy project \d+ Release the shop$/),
    expect.stringMatching(/^stock project \d+ Use when: the stock is wrong$/),
    expect.stringMatching(/^notes user \d+ Write notes$/),
    expect.stringMatching(/^ops:hotfix commands \d+ Fix it now$/),
  ])
  expect(ran.err.replace(called, "skillet").replace("--host open ", "")).toBe(
    "2 problems: 1 may be misread, 1 concerns style\n  skillet doctor shows each with its fix\n",
  )
})

test("list --json has a stable shape and is reproducible byte for byte", () => {
  const { options, at } = shop()
  const [one, two] = [skillet(["list", "--json"], options), skillet(["list", "--json"], options)]
  expect(one.out).toBe(two.out)
  expect(one.err).toBe("")
  const catalog = JSON.parse(one.out)
  expect(Object.keys(catalog)).toEqual(["host", "skills", "shadowed", "duplicates", "problems"])
  expect(catalog.skills[0]).toEqual({
    name: "deploy",
    ref: "deploy",
    source: "project",
    description: "Release the shop",
    path: at("project/.agents/skills/deploy/SKILL.md"),
    tokens: expect.any(Number),
    status: "active",
    shadows: ["deploy@project#2"],
    form: "folder",
    trust: "remote",
  })
  expect(catalog.problems[0]).toEqual({
    code: "header.unquoted",
    level: "warning",
    path: at("project/.claude/skills/stock/SKILL.md"),
    line: 2,
    column: 14,
    message: 'description contains a colon but is not quoted; read as "Use when: the stock is wrong"',
    fix: 'description: "Use when: the stock is wrong"',
  })
})

test.each([
  [["list", "--hots", "claude"], 2, "skillet: skillet list has no option --hots\n  did you mean --host?\n"],
  [
    ["list", "--host", "cloud"],
    2,
    'skillet: --host: "cloud" is not a valid value\n  did you mean claude? Else use auto, open, claude, codex, opencode, gemini, all\n',
  ],
  [["lst"], 2, 'skillet: there is no command "lst"\n  did you mean skillet list or skillet lsp or skillet ask?\n'],
  [["show"], 2, "skillet: skillet show needs a skill's name or path\n  usage: skillet show REF\n"],
  [
    ["list", "extra"],
    2,
    'skillet: "extra" is one argument too many: skillet list takes no arguments\n  usage: skillet list [--host H] [--source S] [--all]\n',
  ],
  [
    ["list", "--constructor", "x"],
    2,
    "skillet: skillet list has no option --constructor\n  skillet list --help lists the options\n",
  ],
  [["list", "--cwd", "/no/such"], 2, "skillet: --cwd: /no/such is not a directory\n  check the path\n"],
  [["list", "--skills-dir", "/no/such"], 2, "skillet: --skills-dir: /no/such is not a directory\n  check the path\n"],
  [["mcp", "--skills-dir", "/no/such"], 2, "skillet: --skills-dir: /no/such is not a directory\n  check the path\n"],
  [["doctor", "--code", "bogus"], 2, expect.stringMatching(/^skillet: --code: "bogus" is not a valid value\n/)],
  [["run", "next"], 2, 'skillet: there is no command "run next"\n  skillet run --help lists the commands\n'],
  [["run", "shwo"], 2, 'skillet: there is no command "run shwo"\n  did you mean skillet run show?\n'],
  [["migrate"], 2, "skillet: skillet migrate needs a second word\n  try skillet migrate commands\n"],
  [
    ["show", "deplyo"],
    1,
    expect.stringMatching(
      /^skillet: there is no skill "deplyo" for open \(looked in \d+ directories\)\n {2}code skill.not-found\n {2}did you mean deploy\?\n$/,
    ),
  ],
])("%j exits %i and says what to do", (words, code, err) => {
  const { options } = shop()
  const said = skillet(words, options)
  expect({ ...said, err: said.err.replaceAll(`${called} `, "skillet ") }).toEqual({ code, out: "", err })
})

test("requested help is a result; without a terminal, no arguments means help", () => {
  const { options } = shop()
  expect(skillet(["list", "--help"], options)).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringContaining("Usage: skillet list"),
  })
  expect(skillet([], options)).toMatchObject({ code: 0, err: "", out: expect.stringContaining("Find skills:") })
  expect(skillet(["trust", "--help"], options)).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringContaining("trust add"),
  })
  expect(skillet(["match", "--", "--help"], options).out).not.toContain("Usage")
  expect(skillet(["--version"], options).out).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test("nothing a skill says reaches the terminal unescaped", () => {
  const { options } = garden({
    "project/.agents/skills/evil/SKILL.md":
      '---\nname: "e\\u001b[2Jvil"\ndescription: "a\\u001b]8;;x\\u0007b\\u202ec\\u200bd"\nwhen_to_use: "x\\u009b1m"\n---\n\u001b[31m body\n',
  })
  for (const words of [
    ["list"],
    ["list", "--all"],
    ["show", "evil"],
    ["why", "evil"],
    ["budget", "--all"],
    ["doctor", "--all"],
    ["lint"],
  ]) {
    const { out, err } = skillet(words, options)
    expect(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e]/.test(out + err), words.join(" ")).toBe(
      false,
    )
  }
})

test("tables are cut to the requested width", () => {
  const { options } = shop()
  const { out } = skillet(["list"], { ...options, env: { ...options.env, COLUMNS: "60" } })
  expect(
    Math.max(
      ...out
        .split("\n")
        .filter((line) => !line.includes("·"))
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(60)
})

test("a reader that stops early is not an error", async () => {
  const { options } = garden(
    Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`project/.agents/skills/s${at}/SKILL.md`, skillText("x".repeat(900))]),
    ),
  )
  const child = spawn("sh", ["-c", `"${process.execPath}" "${cli}" list --json | head -c 10; exit 0`], {
    cwd: options.cwd,
    env: options.env,
  })
  const err: string[] = []
  child.stderr.on("data", (chunk) => err.push(String(chunk)))
  await new Promise((resolve) => child.on("close", resolve))
  expect(err).toEqual([])
})

test("concurrent processes that list leave an intact index and agree", async () => {
  const { options, at } = garden(
    Object.fromEntries(
      Array.from({ length: 60 }, (_, nth) => [`project/.agents/skills/s${nth}/SKILL.md`, skillText(`skill ${nth}`)]),
    ),
  )
  await new Promise((resolve) => setTimeout(resolve, 150))
  const runs = await Promise.all(Array.from({ length: 6 }, () => listAside(options)))
  expect(new Set(runs).size).toBe(1)
  expect(fs.readdirSync(at("cache/skillet")).filter((name) => !name.endsWith(".json"))).toEqual(["compiled"])
  expect(skillet(["list", "--json"], options).out).toBe(runs[0])
})

function listAside(options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> }): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, "list", "--json"], { cwd: options.cwd, env: options.env })
    let out = ""
    child.stdout.on("data", (chunk) => {
      out += String(chunk)
    })
    child.on("close", () => resolve(out))
  })
}

test("the host is the agent that started us", () => {
  const { options } = shop()
  const host = (env: Readonly<Record<string, string>>) =>
    JSON.parse(skillet(["list", "--json"], { ...options, env: { ...options.env, ...env } }).out).host
  expect([host({}), host({ CLAUDECODE: "1" }), host({ GEMINI_CLI: "1" }), host({ SKILLET_HOST: "codex" })]).toEqual([
    "open",
    "claude",
    "gemini",
    "codex",
  ])
})

test("schema prints JSON Schema for the frontmatter", () => {
  const { options } = shop()
  const schema = JSON.parse(skillet(["schema"], options).out)
  expect(schema.required).toEqual(["description"])
  expect(schema.properties["user-invocable"]).toMatchObject({ type: "boolean", default: true })
})

test("a script that starts dist/cli.js gets the same answer", () => {
  const { options } = shop()
  const { cwd, env } = options
  const module = cli.replace(/\.cjs$/, ".js")
  const ran = spawnSync(process.execPath, [module, "list"], { cwd, env, encoding: "utf8" })
  expect(ran.status).toBe(0)
  expect(ran.stdout).toBe(skillet(["list"], options).out)
})
