import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { CallScript, ModelCall } from "../agents/model-calls.ts"
import type { ModelServer } from "../agents/model-server.ts"
import { clients, count, type WakeBench } from "./wake-bench.ts"

/** A sub-agent that a scripted main thread starts. */
export interface SubAgent {
  readonly role: string
  readonly prompt: string
}

/** One session of a real client, as a person would use it. */
export interface ClientSession {
  /** One turn. */
  say(text: string): Promise<void>
  /** A real compaction: at once in Claude Code, at the beginning of the next turn in Codex. */
  compact(): Promise<void>
  end(): Promise<void>
}

/** What tests need to know about a client. */
export interface RealClient {
  readonly name: string
  readonly host: "claude" | "codex"
  /** Where a project keeps its skills. */
  readonly skills: string
  /** What the client must find in the home directory before it starts. */
  prepare(bench: WakeBench, server: ModelServer): void
  /** Makes a kind of sub-agent known. */
  defineAgent(bench: WakeBench, role: string): void
  open(bench: WakeBench, server: ModelServer, options?: readonly string[]): ClientSession
  /** The main thread starts these at once, and its turn ends when all of them have ended. */
  startAgents(agents: readonly SubAgent[]): CallScript
  runCommand(command: string): ModelCall
}

const KEY = "sk-local-0123456789"

export const claude: RealClient = {
  name: "Claude Code",
  host: "claude",
  skills: ".claude/skills",
  prepare() {},
  defineAgent(bench, role) {
    const header = `---\nname: ${role}\ndescription: Works as ${role}.\n---\n`
    bench.put(`project/.claude/agents/${role}.md`, `${header}You work as ${role}.\n`)
  },
  open: openClaude,
  startAgents: (agents) => [
    () =>
      agents.map(({ role, prompt }) => ({
        name: "Agent",
        input: { description: "one part", prompt, subagent_type: role, run_in_background: false },
      })),
  ],
  runCommand: (command) => ({ name: "Bash", input: { command, description: "one step" } }),
}

export const codex: RealClient = {
  name: "Codex",
  host: "codex",
  skills: ".agents/skills",
  prepare({ home, project, put }, server) {
    fs.mkdirSync(findTemporary(home))
    put(
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
  },
  defineAgent(bench, role) {
    const lines = [`name = "${role}"`, `description = "Works as ${role}."`, `developer_instructions = "Be ${role}."`]
    bench.put(`.codex/agents/${role}.toml`, `${lines.join("\n")}\n`)
  },
  open: openCodex,
  startAgents: (agents) => [
    () => [{ name: "tool_search", input: { query: "spawn" } }],
    () =>
      agents.map(({ role, prompt }) => ({
        name: "spawn_agent",
        namespace: "multi_agent_v1",
        input: { message: prompt, agent_type: role },
      })),
    // It returns as soon as one of its targets has ended.
    ...agents.map((_, at) => (results: string) => [
      {
        name: "wait_agent",
        namespace: "multi_agent_v1",
        input: { targets: [findAgentIds(results)[at]], timeout_ms: 120_000 },
      },
    ]),
  ],
  runCommand: (command) => ({ name: "exec_command", input: { cmd: command } }),
}

export const realClients: readonly RealClient[] = [claude, codex]

/** One process for several turns, as a person would keep it open. */
function openClaude({ env, project }: WakeBench, server: ModelServer, options: readonly string[] = []): ClientSession {
  const words = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", ...options]
  const program = path.join(clients, "node_modules/.bin/claude")
  const child: ChildProcessWithoutNullStreams = spawn(program, [...words, "--model", "claude-opus-5-5"], {
    cwd: project,
    env: {
      ...env,
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.port}`,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_MAX_RETRIES: "0",
    },
  })
  let out = ""
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (out += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
  const results = () => count(out, '"type":"result"')
  const say = async (text: string) => {
    const before = results()
    const message = { role: "user", content: [{ type: "text", text }] }
    child.stdin.write(`${JSON.stringify({ type: "user", message })}\n`)
    for (let tries = 0; tries < 1800 && results() === before && child.exitCode === null; tries++) await wait(100)
    if (results() === before) throw new Error(`Claude Code gave no result for ${text}:\n${out.slice(-4000)}`)
  }
  return {
    say,
    compact: () => say("/compact"),
    async end() {
      child.stdin.end()
      const code = await ended
      if (code !== 0) throw new Error(`Claude Code ended with ${code}:\n${out.slice(-4000)}`)
    },
  }
}

/** A process for each turn, which continues the session of the one before. */
function openCodex({ env, home, project }: WakeBench, _server: ModelServer, options?: readonly string[]) {
  const program = path.join(clients, "node_modules/.bin/codex")
  let turns = 0
  const say = async (prompt: string) => {
    const words = [...(options ?? ["--dangerously-bypass-hook-trust"]), ...(turns++ > 0 ? ["resume", "--last"] : [])]
    const child = spawn(program, ["exec", "-m", "gpt-5.5", "--json", ...words, prompt], {
      cwd: project,
      env: { ...env, TMPDIR: findTemporary(home), OPENAI_API_KEY: KEY },
      stdio: ["ignore", "pipe", "pipe"],
    })
    let out = ""
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on("data", (chunk: Buffer) => (out += chunk.toString()))
    const code = await new Promise((resolve, reject) => child.once("close", resolve).once("error", reject))
    if (code !== 0 || !out.includes("turn.completed")) throw new Error(`Codex gave no result for ${prompt}:\n${out}`)
  }
  return { say, compact: () => say("SCENARIO: full"), end: async () => {} }
}

/** Codex refuses to put its sandbox's program into a home below the temporary directory; then no command can run. */
function findTemporary(home: string): string {
  return path.join(home, "tmp")
}

function findAgentIds(results: string): readonly (string | undefined)[] {
  return [...results.matchAll(/agent_id\W+([0-9a-f-]{36})/g)].map(([, id]) => id)
}
