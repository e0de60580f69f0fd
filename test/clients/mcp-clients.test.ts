import { spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { afterAll, expect, test } from "vitest"
import type { CallScript, ModelCall } from "../agents/model-calls.ts"
import { openModelServer } from "../agents/model-server.ts"
import { SHIP_IT } from "../sessions/open-recording.ts"
import { directClient } from "./direct-client.ts"
import { cli, clients, openWakeBench, type WakeBench } from "./wake-bench.ts"

/** How a real client names the tools of our server, and what it needs to use them without a person. */
interface McpClient {
  readonly host: string
  call(tool: string, input: object): ModelCall
  /** Calls before the first one of ours. */
  readonly first?: CallScript
  words(prompt: string): readonly string[]
  prepare?(bench: WakeBench): void
}

const mcpClients: readonly McpClient[] = [
  {
    host: "claude",
    call: (tool, input) => ({ name: `mcp__skillet__${tool}`, input }),
    // A person trusts the server of a project once.
    prepare: ({ put }) => put(".claude/settings.json", '{"enableAllProjectMcpServers":true}'),
    words: (prompt) => [
      "--model",
      "claude-opus-5-5",
      "-p",
      "--output-format",
      "json",
      "--allowedTools",
      "mcp__skillet",
      "--",
      prompt,
    ],
  },
  {
    host: "codex",
    call: (tool, input) => ({ name: tool, namespace: "mcp__skillet", input }),
    prepare({ home, project }) {
      fs.appendFileSync(path.join(home, ".codex/config.toml"), `[projects."${project}"]\ntrust_level = "trusted"\n`)
    },
    words: (prompt) => ["exec", "-m", "gpt-5.5", "--json", "--dangerously-bypass-approvals-and-sandbox", prompt],
  },
  {
    host: "opencode",
    call: (tool, input) => ({ name: `skillet_${tool}`, input }),
    words: (prompt) => ["run", "-m", "local/m", "--format", "json", prompt],
  },
  {
    host: "gemini",
    call: (tool, input) => ({ name: `mcp_skillet_${tool}`, input }),
    words: (prompt) => [
      "-m",
      "gemini-2.5-pro",
      "--approval-mode",
      "yolo",
      "--output-format",
      "stream-json",
      "-p",
      prompt,
    ],
  },
]

const STRUCTURE =
  "## Decision\nWe use X instead of Y.\nC1 | it is fast | supports: all\nC2 | it is cheap | supports: all\nC3 | it is known | supports: all\n"
const CLASSES = "C1 | CHECK | a test | 1\nC2 | CHECK | a bill | 2\nC3 | ASK | the team | 3\n"

const closing: (() => Promise<void> | void)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

test.each(mcpClients.map((one) => [one.host, one] as const))(
  "%s finds a skill through the server and follows a procedure, although the server is killed in between",
  async (host, client) => {
    const bench = openWakeBench(`mcp-${host}`)
    closing.push(bench.remove)
    const { home, project } = bench
    // Clients pass only a few variables on to servers.
    delete bench.env["SKILLET_DB"]
    noteServers(bench)
    for (const folder of [".claude/skills", ".agents/skills"]) bench.put(`project/${folder}/ship-it/SKILL.md`, SHIP_IT)
    bench.skillet("init", "--host", host, "--mcp", "--yes")
    let run = ""
    let before: readonly number[] = []
    const say = (tool: string, input: object) => [client.call(tool, { workspace: project, ...input })]
    const report = (step: string, output: string) => say("run_report", { run, step, outcome: "ok", output })
    const scripts: Readonly<Record<string, CallScript>> = {
      begin: [
        () => say("skills_match", { request: "ship the change" }),
        () => say("run_start", { workflow: "decision-critic", params: { decision: "use X because it is fast" } }),
        (results) => {
          run = /\brun\W+(r-[0-9a-z]{8})\b/.exec(results)?.[1] ?? ""
          return report("extract_structure", STRUCTURE)
        },
        async () => {
          before = await killServers(bench)
          return []
        },
      ],
      later: [() => say("run_next", { run }), () => report("classify_verifiability", CLASSES)],
    }
    const server = await openModelServer({ scripts })
    closing.push(server.close)
    const { env } = directClient(host, { home, port: server.port })
    client.prepare?.(bench)
    const talk = (scenario: string) =>
      runClient(bench, host, { words: client.words(`Decide.\nSCENARIO: ${scenario}\n`), env })
    const out = [await talk("begin")]
    const asked = () => JSON.stringify(server.asked.map(({ body }) => body))
    expect(asked()).toContain("Ship a change of the product to its users.")
    expect(run, out.join("\n").slice(-3000)).not.toBe("")
    expect(before.length).toBeGreaterThan(0)
    out.push(await talk("later"))
    const { run: state } = JSON.parse(bench.skillet("run", "show", run, "--json")) as { run: { step: string } }
    expect(state.step).toBe("generate_questions")
    // The model of the second session was told the step that was current when the server died, and then the next one.
    const last = JSON.stringify(server.asked.at(-1)?.body)
    expect([last.includes("classify_verifiability"), last.includes("generate_questions")]).toEqual([true, true])
  },
  240_000,
)

/** The command writes down which processes are servers. */
function noteServers({ home, put }: WakeBench): void {
  const note = `[ "$1" = mcp ] && echo $$ >>'${path.join(home, "servers")}'`
  put("bin/skillet", `#!/bin/sh\n${note}\nexec '${process.execPath}' '${cli}' "$@"\n`)
  fs.chmodSync(path.join(home, "bin/skillet"), 0o755)
}

/** Kills the servers that run, and returns which they were. */
async function killServers({ home }: WakeBench): Promise<readonly number[]> {
  const file = path.join(home, "servers")
  const noted = fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim().split("\n").map(Number) : []
  const killed = noted.filter((pid) => {
    try {
      return process.kill(pid, "SIGKILL")
    } catch {
      return false
    }
  })
  await wait(200)
  return killed
}

interface Turn {
  readonly words: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** What the client wrote. */
async function runClient({ home, project, env }: WakeBench, name: string, turn: Turn): Promise<string> {
  fs.mkdirSync(path.join(home, "tmp"), { recursive: true })
  const child = spawn(path.join(clients, "node_modules/.bin", name), turn.words, {
    cwd: project,
    env: {
      ...env,
      TMPDIR: path.join(home, "tmp"),
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      ...turn.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let out = ""
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => (out += chunk.toString()))
  const code = await new Promise((resolve, reject) => child.once("close", resolve).once("error", reject))
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}:\n${out.slice(-4000)}`)
  return out
}
