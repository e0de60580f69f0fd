import fs from "node:fs"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type ModelServer, openModelServer } from "../agents/model-server.ts"
import { codex, type ClientSession } from "./real-client.ts"
import { askedTexts, count, openWakeBench, packetsIn } from "./wake-bench.ts"

const bench = openWakeBench("codex-wake")
const { project, skillet } = bench
let server: ModelServer
let session: ClientSession

beforeAll(async () => {
  const [search, start, ...waits] = codex.startAgents([{ role: "worker", prompt: "SCENARIO: look" }])
  server = await openModelServer({
    scripts: {
      spawn: [
        ...(search === undefined ? [] : [search]),
        (results) => {
          skillet("say", "@orchestrator and now the merge", "--from", "ann")
          return start?.(results) ?? []
        },
        () => [codex.runCommand("echo main > by-main.txt")],
        ...waits,
      ],
      look: [() => [codex.runCommand("echo sub > by-sub.txt")]],
    },
  })
  codex.prepare(bench, server)
  session = codex.open(bench, server)
  bench.put(
    "project/.agents/skills/login-guide/SKILL.md",
    `---\nname: login-guide\ndescription: Logins.\n---\n# Logins\n\nNever log a password.\n\n${LONG}\n`,
  )
})
afterAll(async () => {
  await server.close()
  bench.remove()
})

/** So long that a packet uses all the characters it may have. */
const LONG = Array.from({ length: 300 }, (_, at) => `- Rule ${at}: check the token of session ${at} twice.`).join("\n")

test("Codex with our hooks: each packet is in the model's request once, even after a compaction", async () => {
  skillet("task", "add", "Add login endpoint", "--skill", "login-guide", "--status", "active")
  expect(skillet("init", "--host", "codex", "--yes")).toContain("Codex skips hooks that were not trusted.")
  skillet("say", "@orchestrator use bcrypt", "--from", "ann")
  await session.say("SAY: ONE")
  expect([packets("a new session"), count(lastRequest(), "use bcrypt")]).toEqual([1, 1])
  expect(lastRequest()).toContain("Never log a password.")
  expect(lastPacket()).toMatch(/^# Orchestrator Wake-up Context\n[^]{4000,}\[Skillet wake-up 1: a new session\]\s*$/)
  skillet("say", "@orchestrator the schema is merged", "--from", "ann")
  await session.say("SAY: TWO")
  expect([packets("a new session"), packets("the session continues"), packets("new messages")]).toEqual([1, 1, 0])
  expect(count(lastRequest(), "the schema is merged")).toBe(1)
  await session.compact()
  await session.say("SAY: THREE")
  expect(requests().some((text) => text.includes("CONTEXT CHECKPOINT COMPACTION"))).toBe(true)
  expect([packets("a new session"), packets("after compaction")]).toEqual([0, 1])
  for (const fact of ["Never log a password.", "Add login endpoint (active)  <-- CURRENT"])
    expect([fact, count(lastRequest(), fact)]).toEqual([fact, 1])
  await session.say("SAY: FOUR")
  expect(packets("after compaction")).toBe(1)
}, 240_000)

test("a message that comes before a sub-agent of Codex is asked waits for the main thread", async () => {
  const before = requests().length
  await session.say("SCENARIO: spawn")
  const own = requests().slice(before)
  const ofSub = own.filter((text) => text.includes("SCENARIO: look") && !text.includes("SCENARIO: spawn"))
  expect(ofSub.length).toBeGreaterThan(0)
  expect(own.filter((text) => text.includes("and now the merge"))).toEqual([])
  await session.say("SAY: FIVE")
  expect(count(lastRequest(), "and now the merge")).toBe(1)
}, 240_000)

test("with --enforce the main thread of Codex may not run commands while a job is running, and its sub-agents may", async () => {
  const made = (by: string) => fs.existsSync(path.join(project, `by-${by}.txt`))
  expect([made("main"), made("sub")]).toEqual([true, true])
  for (const by of ["main", "sub"]) fs.rmSync(path.join(project, `by-${by}.txt`))
  expect(skillet("init", "--host", "codex", "--enforce", "--yes")).toContain("hooks.PreToolUse")
  skillet("orchestrate", "write a command that prints the date", "--skill", "develop-command")
  await session.say("SCENARIO: spawn")
  expect([made("main"), made("sub")]).toEqual([false, true])
  expect(lastRequest()).toMatch(
    /Command blocked by PreToolUse hook: Job [0-9a-f]{12} is running: only its agents may use Bash/,
  )
}, 240_000)

test("untrusted hooks are skipped, and --undo leaves no trace", async () => {
  await codex.open(bench, server, []).say("SAY: SIX")
  expect(lastRequest()).not.toContain("[Skillet wake-up")
  expect(skillet("init", "--host", "codex", "--undo", "--yes")).toContain("hooks.SessionStart")
  expect(fs.existsSync(path.join(project, ".codex/hooks.json"))).toBe(false)
}, 240_000)

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
