import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type ModelServer, openModelServer } from "../agents/model-server.ts"
import { askedTexts, clients, count, openWakeBench, packetsIn } from "./wake-bench.ts"

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
  skillet("say", "@orchestrator use bcrypt", "--from", "ann")
  const claude = startClaude()
  await claude.say("SAY: ONE")
  expect(packets("a new session")).toBe(1)
  expect(lastRequest()).toContain("use bcrypt")
  await claude.say("/compact")
  skillet("say", "@orchestrator the schema is merged", "--from", "ann")
  await claude.say("SAY: TWO")
  const request = lastRequest()
  expect(packets("a new session")).toBe(0)
  expect(packets("after compaction")).toBe(1)
  for (const fact of ["Never log a password.", "Add login endpoint (active)  <-- CURRENT", "use bcrypt"])
    expect([fact, count(request, fact)]).toEqual([fact, 1])
  expect(count(request, "the schema is merged")).toBe(1)
  await claude.say("SAY: THREE")
  expect(packets("after compaction")).toBe(1)
  expect(count(lastRequest(), "the schema is merged")).toBe(1)
  expect(await claude.end()).toBe(0)
  expect(skillet("init", "--host", "claude", "--undo", "--yes")).toContain("hooks.SessionStart")
  expect(fs.existsSync(path.join(project, ".claude/settings.json"))).toBe(false)
}, 240_000)

/** One process for several turns, as a person would keep it open. */
function startClaude() {
  const words = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]
  const program = path.join(clients, "node_modules/.bin/claude")
  const child: ChildProcessWithoutNullStreams = spawn(program, [...words, "--model", "claude-opus-5-5"], {
    cwd: project,
    env: {
      ...bench.env,
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.port}`,
      ANTHROPIC_API_KEY: "sk-local-0123456789",
      CLAUDE_CODE_MAX_RETRIES: "0",
    },
  })
  let out = ""
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (out += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
  const results = () => count(out, '"type":"result"')
  return {
    async say(text: string) {
      const before = results()
      const message = { role: "user", content: [{ type: "text", text }] }
      child.stdin.write(`${JSON.stringify({ type: "user", message })}\n`)
      for (let tries = 0; tries < 600 && results() === before && child.exitCode === null; tries++) await wait(100)
      if (results() === before) throw new Error(`Claude Code gave no result for ${text}:\n${out.slice(-4000)}`)
    },
    end: () => (child.stdin.end(), ended),
  }
}

/** The last request to the model. */
function lastRequest(): string {
  return askedTexts(server).at(-1)?.join("\n") ?? ""
}

function packets(because: string): number {
  return packetsIn(lastRequest(), because)
}
