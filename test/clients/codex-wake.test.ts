import { spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type ModelServer, openModelServer } from "../agents/model-server.ts"
import { askedTexts, clients, count, openWakeBench, packetsIn } from "./wake-bench.ts"

const bench = openWakeBench("codex-wake")
const { home, project, skillet } = bench
/** Codex refuses to put its sandbox's program into a home below the temporary directory; then no command can run. */
const temporary = path.join(home, "tmp")
let server: ModelServer

beforeAll(async () => {
  fs.mkdirSync(temporary)
  server = await openModelServer({ onSpawn: () => skillet("say", "@orchestrator and now the merge", "--from", "ann") })
  bench.put(
    "project/.agents/skills/login-guide/SKILL.md",
    `---\nname: login-guide\ndescription: Logins.\n---\n# Logins\n\nNever log a password.\n\n${LONG}\n`,
  )
  bench.put(
    ".codex/config.toml",
    [
      'model_provider = "local"',
      "model_auto_compact_token_limit = 60000",
      "[model_providers.local]",
      'name = "local"',
      `base_url = "http://127.0.0.1:${server.port}/v1"`,
      'env_key = "OPENAI_API_KEY"',
      'wire_api = "responses"',
      // Codex puts an empty .git into each directory that its sandbox may write to.
      "[sandbox_workspace_write]",
      "exclude_slash_tmp = true",
      "exclude_tmpdir_env_var = true",
      `[projects."${project}"]`,
      'trust_level = "trusted"',
    ].join("\n"),
  )
})
afterAll(async () => {
  await server.close()
  bench.remove()
})

/** So long that a packet uses all the characters it may have. */
const LONG = Array.from({ length: 300 }, (_, at) => `- Rule ${at}: check the token of session ${at} twice.`).join("\n")
const TRUSTED = ["--dangerously-bypass-hook-trust"]

test("Codex with our hooks: each packet is in the model's request once, even after a compaction", async () => {
  skillet("task", "add", "Add login endpoint", "--skill", "login-guide", "--status", "active")
  expect(skillet("init", "--host", "codex", "--yes")).toContain("Codex skips hooks that were not trusted.")
  skillet("say", "@orchestrator use bcrypt", "--from", "ann")
  await codex(TRUSTED, "SAY: ONE")
  expect([packets("a new session"), count(lastRequest(), "use bcrypt")]).toEqual([1, 1])
  expect(lastRequest()).toContain("Never log a password.")
  expect(lastPacket()).toMatch(/^# Orchestrator Wake-up Context\n[^]{4000,}\[Skillet wake-up 1: a new session\]\s*$/)
  skillet("say", "@orchestrator the schema is merged", "--from", "ann")
  await codex([...TRUSTED, "resume", "--last"], "SAY: TWO")
  expect([packets("a new session"), packets("the session continues"), packets("new messages")]).toEqual([1, 1, 0])
  expect(count(lastRequest(), "the schema is merged")).toBe(1)
  await codex([...TRUSTED, "resume", "--last"], "SCENARIO: full")
  await codex([...TRUSTED, "resume", "--last"], "SAY: THREE")
  expect(requests().some((text) => text.includes("CONTEXT CHECKPOINT COMPACTION"))).toBe(true)
  expect([packets("a new session"), packets("after compaction")]).toEqual([0, 1])
  for (const fact of ["Never log a password.", "Add login endpoint (active)  <-- CURRENT"])
    expect([fact, count(lastRequest(), fact)]).toEqual([fact, 1])
  await codex([...TRUSTED, "resume", "--last"], "SAY: FOUR")
  expect(packets("after compaction")).toBe(1)
}, 240_000)

test("a message that comes before a sub-agent of Codex is asked waits for the main thread", async () => {
  const before = requests().length
  await codex([...TRUSTED, "resume", "--last"], "SCENARIO: spawn")
  const own = requests().slice(before)
  const ofSub = own.filter((text) => text.includes("SCENARIO: look") && !text.includes("SCENARIO: spawn"))
  expect(ofSub.length).toBeGreaterThan(0)
  expect(own.filter((text) => text.includes("and now the merge"))).toEqual([])
  await codex([...TRUSTED, "resume", "--last"], "SAY: FIVE")
  expect(count(lastRequest(), "and now the merge")).toBe(1)
}, 240_000)

test("with --enforce the main thread of Codex may not run commands while a task is running, and its sub-agents may", async () => {
  const made = (by: string) => fs.existsSync(path.join(project, `by-${by}.txt`))
  expect([made("main"), made("sub")]).toEqual([true, true])
  for (const by of ["main", "sub"]) fs.rmSync(path.join(project, `by-${by}.txt`))
  expect(skillet("init", "--host", "codex", "--enforce", "--yes")).toContain("hooks.PreToolUse")
  skillet("orchestrate", "write a command that prints the date", "--skill", "develop-command")
  await codex([...TRUSTED, "resume", "--last"], "SCENARIO: spawn")
  expect([made("main"), made("sub")]).toEqual([false, true])
  expect(lastRequest()).toMatch(
    /Command blocked by PreToolUse hook: Task [0-9a-f]{12} is running: only its agents may use Bash/,
  )
}, 240_000)

test("untrusted hooks are skipped, and --undo leaves no trace", async () => {
  await codex([], "SAY: SIX")
  expect(lastRequest()).not.toContain("[Skillet wake-up")
  expect(skillet("init", "--host", "codex", "--undo", "--yes")).toContain("hooks.SessionStart")
  expect(fs.existsSync(path.join(project, ".codex/hooks.json"))).toBe(false)
}, 240_000)

/** One turn of a real Codex. */
async function codex(options: readonly string[], prompt: string): Promise<void> {
  const program = path.join(clients, "node_modules/.bin/codex")
  const words = ["exec", "-m", "gpt-5.5", "--json", ...options, prompt]
  const child = spawn(program, words, {
    cwd: project,
    env: { ...bench.env, TMPDIR: temporary, OPENAI_API_KEY: "sk-local-0123456789" },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let out = ""
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (out += chunk.toString()))
  const code = await new Promise((resolve, reject) => child.once("close", resolve).once("error", reject))
  if (code !== 0 || !out.includes("turn.completed")) throw new Error(`Codex gave no result for ${prompt}:\n${out}`)
}

function requests(): readonly string[] {
  return askedTexts(server).map((texts) => texts.join("\n"))
}

/** The last request to the model. */
function lastRequest(): string {
  return requests().at(-1) ?? ""
}

/** The whole text that contained the last packet. */
function lastPacket(): string {
  return (
    askedTexts(server)
      .at(-1)
      ?.findLast((text) => text.includes("[Skillet wake-up")) ?? ""
  )
}

function packets(because: string): number {
  return packetsIn(lastRequest(), because)
}
