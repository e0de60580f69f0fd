import { execFileSync, spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { garden, skillText } from "../plant.ts"
import { cli, skillet } from "./run-cli.ts"

/** Far more than a hook needs, and far less than one that waits without end. */
const PATIENCE = 20_000

function plantShop() {
  const place = garden({
    "project/.git/HEAD": "ref: refs/heads/main\n",
    "home/.config/skillet/config.yaml": "activation: body\n",
    "home/.claude/skills/pdf-pages/SKILL.md": skillText("Merges scans.", "triggers: [merge the scans]\n"),
  })
  const env = { ...place.options.env, CLAUDECODE: "1" }
  const write = (session: string) =>
    JSON.stringify({ session_id: session, cwd: place.project, prompt: "Please merge the scans" })
  const hook = (session = "s") =>
    spawnWithin([cli, "hook", "UserPromptSubmit"], { cwd: place.project, env, input: write(session) })
  const kept = (name: string) => place.at(path.join("home/.local/share/skillet", name))
  return { ...place, env, input: write("s"), hook, kept }
}

interface How {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input: string
  readonly staysOpen?: boolean
}

/** Runs a hook as a host does, and ends it if it hangs: then the exit code is null. */
function spawnWithin(args: readonly string[], { cwd, env, input, staysOpen = false }: How) {
  return new Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>((resolve) => {
    const child = spawn(process.execPath, args, { cwd, env: env as NodeJS.ProcessEnv, timeout: PATIENCE })
    const text = { out: "", err: "" }
    child.stdout.on("data", (chunk) => (text.out += String(chunk)))
    child.stderr.on("data", (chunk) => (text.err += String(chunk)))
    child.on("close", (code) => resolve({ code, ...text }))
    child.stdin.on("error", () => {})
    child.stdin.write(input)
    if (!staysOpen) child.stdin.end()
  })
}

type Shop = ReturnType<typeof plantShop>

function replaceByPipe(file: string): void {
  fs.rmSync(file, { recursive: true, force: true })
  fs.mkdirSync(path.dirname(file), { recursive: true })
  execFileSync("mkfifo", [file])
}

function replaceByGigabyte(file: string): void {
  fs.rmSync(file, { recursive: true, force: true })
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.closeSync(fs.openSync(file, "w"))
  fs.truncateSync(file, 1 << 30)
}

const caches = ({ at }: Shop) => {
  const folder = at("cache/skillet")
  return fs
    .readdirSync(folder)
    .filter((name) => /\.(?:json|bin)$/.test(name))
    .map((name) => path.join(folder, name))
}

const places: readonly (readonly [string, (shop: Shop) => readonly string[]])[] = [
  [".git", ({ at }) => [at("project/.git")]],
  [".git/HEAD", ({ at }) => [at("project/.git/HEAD")]],
  ["the settings", ({ at }) => [at("home/.config/skillet/config.yaml")]],
  ["the settings of the agent", ({ at }) => [at("home/.claude/settings.json"), at("project/.claude/settings.json")]],
  ["a skill", ({ at }) => [at("home/.claude/skills/pdf-pages/SKILL.md")]],
  ["the database", ({ kept }) => [kept("skillet.db")]],
  ["what is known about the database", ({ kept }) => [kept("skillet.db.known")]],
  ["the approvals", ({ kept }) => [kept("trust.json"), kept("authors.json"), kept("profiles.json")]],
  ["the caches", caches],
]

test.each(places)("a hook does not wait for a pipe, or a gigabyte, in the place of %s", async (_, list) => {
  for (const replace of [replaceByPipe, replaceByGigabyte]) {
    const shop = plantShop()
    await shop.hook()
    for (const file of list(shop)) replace(file)
    expect((await shop.hook("t")).code).toBe(0)
  }
})

test("a database that is damaged stops no hook, and doctor tells what went wrong", async () => {
  const { hook, kept, project, env } = plantShop()
  await hook()
  fs.writeFileSync(kept("skillet.db"), "not a database ".repeat(500))
  const broken = await hook()
  expect([broken.code, broken.out]).toEqual([0, ""])
  expect(broken.err).toMatch(/^skillet hook: .*skillet\.db is not a database, or is damaged\n$/)
  const { out } = skillet(["doctor", "--code", "hook.failed"], { cwd: project, env })
  expect(out.replaceAll(/\s+/g, " ")).toMatch(
    /a hook \(UserPromptSubmit\) failed and added nothing, last .*skillet\.db is not/,
  )
})

test("a host that does not close the input is answered", async () => {
  const { project, env, input } = plantShop()
  const ran = await spawnWithin([cli, "hook", "UserPromptSubmit"], { cwd: project, env, input, staysOpen: true })
  expect([ran.code, ran.out.includes("pdf-pages")]).toEqual([0, true])
})
