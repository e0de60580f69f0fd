import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type ModelServer, openModelServer } from "../agents/model-server.ts"

/** Where `scripts/test-clients.mjs` installed the CLIs. */
const clients = process.env["SKILLET_CLIENTS"] ?? ""
const cli = path.resolve("dist/cli.cjs")
const home = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "claude-wake-"))
const project = path.join(home, "project")
let server: ModelServer
let env: Record<string, string>

beforeAll(async () => {
  server = await openModelServer()
  env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    LANG: "C.UTF-8",
    SKILLET_DB: path.join(home, "a.db"),
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.port}`,
    ANTHROPIC_API_KEY: "sk-local-0123456789",
    CLAUDE_CODE_MAX_RETRIES: "0",
  }
  const skill = path.join(project, ".claude/skills/login-guide")
  fs.mkdirSync(skill, { recursive: true })
  fs.mkdirSync(path.join(project, ".git"))
  fs.writeFileSync(path.join(project, ".git/HEAD"), "ref: refs/heads/main\n")
  fs.writeFileSync(path.join(skill, "SKILL.md"), "---\ndescription: Logins.\n---\n# Logins\n\nNever log a password.\n")
})
afterAll(async () => {
  await server.close()
  fs.rmSync(home, { recursive: true, force: true })
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

function skillet(...words: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...words], {
    cwd: project,
    env,
    encoding: "utf8",
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

/** One process for several turns, as a person has it open. */
function startClaude() {
  const words = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]
  const program = path.join(clients, "node_modules/.bin/claude")
  const child: ChildProcessWithoutNullStreams = spawn(program, [...words, "--model", "claude-opus-5-5"], {
    cwd: project,
    env,
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

/** What the model was asked last. */
function lastRequest(): string {
  const asked = server.asked.filter(({ path: at }) => at.includes("/v1/messages") && !at.includes("count"))
  return texts(asked.at(-1)?.body).join("\n")
}

function packets(because: string): number {
  return [...lastRequest().matchAll(new RegExp(`\\[Skillet wake-up \\d+: ${because}\\]`, "g"))].length
}

function count(text: string, part: string): number {
  return text.split(part).length - 1
}

/** All texts in a request, as they are read. */
function texts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return Object.values(value).flatMap(texts)
}
