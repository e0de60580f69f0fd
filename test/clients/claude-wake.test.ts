import fs from "node:fs"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type ModelServer, openModelServer } from "../agents/model-server.ts"
import { claude } from "./real-client.ts"
import { askedTexts, count, openWakeBench, packetsIn } from "./wake-bench.ts"

const bench = openWakeBench("claude-wake")
const { project, skillet } = bench
let server: ModelServer

beforeAll(async () => {
  server = await openModelServer()
  bench.put(
    "project/.claude/skills/login-guide/SKILL.md",
    "---\ndescription: Logins.\n---\n# Logins\n\nNever log a password.\n",
  )
})
afterAll(async () => {
  await server.close()
  bench.remove()
})

test("Claude Code with our hooks: after a compaction the packet is in the model's request, once", async () => {
  skillet("task", "add", "Add login endpoint", "--skill", "login-guide", "--status", "active")
  expect(skillet("init", "--host", "claude", "--yes")).toContain("hooks.SessionStart")
  expect(listSettings().length).toBe(1)
  skillet("say", "@orchestrator use bcrypt", "--from", "ann")
  const session = claude.open(bench, server)
  await session.say("SAY: ONE")
  expect(packets("a new session")).toBe(1)
  expect(lastRequest()).toContain("use bcrypt")
  await session.compact()
  skillet("say", "@orchestrator the schema is merged", "--from", "ann")
  await session.say("SAY: TWO")
  const request = lastRequest()
  expect(packets("a new session")).toBe(0)
  expect(packets("after compaction")).toBe(1)
  for (const fact of ["Never log a password.", "Add login endpoint (active)  <-- CURRENT", "use bcrypt"])
    expect([fact, count(request, fact)]).toEqual([fact, 1])
  expect(count(request, "the schema is merged")).toBe(1)
  await session.say("SAY: THREE")
  expect(packets("after compaction")).toBe(1)
  expect(count(lastRequest(), "the schema is merged")).toBe(1)
  await session.end()
  expect(skillet("init", "--host", "claude", "--undo", "--yes")).toContain("hooks.SessionStart")
  expect(listSettings()).toEqual([])
}, 240_000)

/** `init` writes the shared file or the one of this machine. */
function listSettings(): readonly string[] {
  return fs.readdirSync(path.join(project, ".claude")).filter((name) => name.startsWith("settings"))
}

/** The last request to the model. */
function lastRequest(): string {
  return askedTexts(server).at(-1)?.join("\n") ?? ""
}

function packets(because: string): number {
  return packetsIn(lastRequest(), because)
}
