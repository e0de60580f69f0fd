import { spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import type { CallScript, ModelCall } from "../agents/model-calls.ts"
import { openModelServer } from "../agents/model-server.ts"
import { keepRecording } from "../sessions/keep-recording.ts"
import { knownSessions } from "../sessions/known-sessions.ts"
import { SHIP_IT } from "../sessions/open-recording.ts"
import { readHome, summariseSessions } from "../sessions/read-home.ts"
import { directClient } from "./direct-client.ts"
import { clients, openWakeBench, type WakeBench } from "./wake-bench.ts"

/**
 * Sessions of the real clients in which the model does what a script says, so that it is known what their transcripts
 * must show. With SKILLET_RECORD=DIRECTORY each is also kept there, without what others wrote, for tests that have no
 * clients.
 */
interface Scripted {
  readonly turns: readonly (readonly string[])[]
  readonly scripts?: (tools: Tools) => Readonly<Record<string, CallScript>>
  readonly publishes?: number
  prepare?(bench: WakeBench): void
}

interface Tools {
  run(command: string): ModelCall
  write(): ModelCall
  delegate(scenario: string): CallScript
}

const PATCH = "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: CHANGES.md\n+Faster.\n*** End Patch\nEOF"
const toolsByHost: Readonly<Record<string, (project: string) => Tools>> = {
  claude: (project) => ({
    run: (command) => ({ name: "Bash", input: { command, description: "one step" } }),
    write: () => ({ name: "Write", input: { file_path: path.join(project, "CHANGES.md"), content: "Faster.\n" } }),
    delegate: (scenario) => [
      () => [
        {
          name: "Agent",
          input: {
            description: "one part",
            prompt: `Please check.\nSCENARIO: ${scenario}`,
            subagent_type: "general-purpose",
            run_in_background: false,
          },
        },
      ],
    ],
  }),
  codex: () => ({
    run: (cmd) => ({ name: "exec_command", input: { cmd } }),
    write: () => ({ name: "exec_command", input: { cmd: PATCH } }),
    delegate: (scenario) => [
      () => [{ name: "tool_search", input: { query: "spawn" } }],
      () => [
        {
          name: "spawn_agent",
          namespace: "multi_agent_v1",
          input: { message: `Please check.\nSCENARIO: ${scenario}` },
        },
      ],
      (results) => [
        {
          name: "wait_agent",
          namespace: "multi_agent_v1",
          input: { targets: [/agent_id\W+([0-9a-f-]{36})/.exec(results)?.[1]], timeout_ms: 60_000 },
        },
      ],
    ],
  }),
  opencode: (project) => ({
    run: (command) => ({ name: "bash", input: { command, description: "one step" } }),
    write: () => ({ name: "write", input: { filePath: path.join(project, "CHANGES.md"), content: "Faster.\n" } }),
    delegate: (scenario) => [
      () => [
        {
          name: "task",
          input: {
            description: "one part",
            prompt: `Please check.\nSCENARIO: ${scenario}\n`,
            subagent_type: "general",
          },
        },
      ],
    ],
  }),
  gemini: (project) => ({
    run: (command) => ({ name: "run_shell_command", input: { command, description: "one step" } }),
    write: () => ({ name: "write_file", input: { file_path: path.join(project, "CHANGES.md"), content: "Faster.\n" } }),
    delegate: () => [],
  }),
}

const claudeTurn = (prompt: string, ...more: readonly string[]) => [
  "--model",
  "claude-opus-5-5",
  "-p",
  "--output-format",
  "json",
  "--permission-mode",
  "acceptEdits",
  "--allowedTools",
  "Bash Write Skill Agent",
  ...more,
  "--",
  prompt,
]
const codexTurn = (prompt: string, ...more: readonly string[]) => [
  "exec",
  "-m",
  "gpt-5.5",
  "--json",
  "-s",
  "danger-full-access",
  ...more,
  prompt,
]
const opencodeTurn = (prompt: string) => ["run", "-m", "local/m", "--format", "json", prompt]
const geminiTurn = (prompt: string) => [
  "-m",
  "gemini-2.5-pro",
  "--approval-mode",
  "yolo",
  "--output-format",
  "stream-json",
  "-p",
  prompt,
]
const SHIP = "Ship the change to our users.\nSCENARIO: ship\n"

const scripted: Readonly<Record<string, Scripted>> = {
  "claude-typed": {
    turns: [claudeTurn("/ship-it 1.2\nSCENARIO: ship\nNow.")],
    scripts: ({ run, write }) => ({
      ship: [() => [run("./check.sh")], () => [write()], () => [run("./publish.sh")]],
    }),
  },
  "claude-claims": {
    turns: [
      claudeTurn(`${SHIP}SAY: I ran ./check.sh, wrote what changed into CHANGES.md and published with ./publish.sh.`),
    ],
    scripts: ({ run }) => ({
      ship: [
        () => [{ name: "Skill", input: { skill: "ship-it", args: "1.2" } }],
        () => [run("./check.sh")],
        () => [run("./publish.sh")],
      ],
    }),
    publishes: 3,
  },
  "claude-ignores": {
    turns: [claudeTurn(SHIP)],
    scripts: ({ run }) => ({ ship: [() => [run("./publish.sh")]] }),
  },
  "claude-delegates": {
    turns: [claudeTurn(SHIP), claudeTurn("/compact", "-c"), claudeTurn("Thank you.\nSAY: Bye.", "-c")],
    scripts: ({ run, write, delegate }) => ({
      check: [() => [run("./check.sh")]],
      ship: [
        () => [{ name: "Skill", input: { skill: "ship-it" } }],
        ...delegate("check"),
        () => [write()],
        () => [run("./publish.sh")],
      ],
    }),
  },
  "claude-woken": {
    turns: [claudeTurn(SHIP)],
    scripts: ({ run, write }) => ({ ship: [() => [run("./check.sh")], () => [write()]] }),
    prepare({ skillet }) {
      skillet("task", "add", "Ship the change", "--skill", "ship-it", "--status", "active")
      skillet("init", "--host", "claude", "--yes")
    },
  },
  "claude-refused": {
    turns: [claudeTurn(SHIP)],
    scripts: () => ({ ship: [() => [{ name: "Skill", input: { skill: "ship-it" } }]] }),
    prepare: ({ put }) =>
      put(
        "project/.claude/skills/ship-it/SKILL.md",
        SHIP_IT.replace("---\n#", "disable-model-invocation: true\n---\n#"),
      ),
  },
  "claude-plugin": {
    turns: [claudeTurn("/tools:ship-it 1.2\nSCENARIO: ship\nNow.", "--plugin-dir", "../tools")],
    scripts: ({ run }) => ({ ship: [() => [run("./check.sh")]] }),
    prepare({ home, put }) {
      fs.rmSync(path.join(home, "project/.claude/skills"), { recursive: true })
      put("tools/.claude-plugin/plugin.json", '{"name":"tools","version":"1.0.0"}')
      put("tools/skills/ship-it/SKILL.md", SHIP_IT)
    },
  },
  "codex-typed": {
    turns: [codexTurn("$ship-it\nSCENARIO: ship")],
    scripts: ({ run, write }) => ({
      ship: [() => [run("./check.sh")], () => [write()], () => [run("./publish.sh")]],
    }),
    publishes: 3,
  },
  "codex-reorders": {
    turns: [codexTurn(SHIP)],
    scripts: ({ run, write }) => ({
      ship: [
        () => [run("sed -n '1,200p' .agents/skills/ship-it/SKILL.md")],
        () => [run("./publish.sh")],
        () => [run("./check.sh")],
        () => [write()],
      ],
    }),
  },
  "codex-delegates": {
    turns: [
      codexTurn(SHIP),
      codexTurn("SCENARIO: full", "resume", "--last"),
      codexTurn("SAY: Bye.", "resume", "--last"),
    ],
    scripts: ({ run, delegate }) => ({
      check: [() => [run("./check.sh")]],
      ship: [...delegate("check"), () => [run("./publish.sh")]],
    }),
  },
  "opencode-tool": {
    turns: [opencodeTurn(SHIP)],
    scripts: ({ run, write, delegate }) => ({
      check: [() => [run("./check.sh")]],
      ship: [
        () => [{ name: "skill", input: { name: "ship-it" } }],
        () => [run("./check.sh")],
        () => [write()],
        () => [run("./publish.sh")],
        ...delegate("check"),
      ],
    }),
    publishes: 3,
  },
  "opencode-ignores": {
    turns: [opencodeTurn(SHIP)],
    scripts: ({ run }) => ({ ship: [() => [run("./publish.sh")]] }),
  },
  "gemini-tool": {
    turns: [geminiTurn(SHIP)],
    scripts: ({ run, write }) => ({
      ship: [
        () => [{ name: "activate_skill", input: { name: "ship-it" } }],
        () => [run("./check.sh")],
        () => [write()],
        () => [run("./publish.sh")],
      ],
    }),
    publishes: 3,
  },
  "gemini-ignores": {
    turns: [geminiTurn(SHIP)],
    scripts: ({ run }) => ({ ship: [() => [run("./publish.sh")]] }),
  },
}

const closing: (() => Promise<void> | void)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

test.each(knownSessions.map((known) => [known.name, known] as const))(
  "the transcript of %s shows what was done in it",
  async (name, known) => {
    const { turns, scripts, publishes = 0, prepare } = scripted[name] ?? { turns: [] }
    const bench = openWakeBench(name)
    closing.push(bench.remove)
    const { home, project, put } = bench
    for (const folder of [".claude/skills", ".agents/skills"]) put(`project/${folder}/ship-it/SKILL.md`, SHIP_IT)
    putScript(bench, "project/check.sh", "echo checked")
    putScript(bench, "project/publish.sh", `echo published; exit ${publishes}`)
    // opencode lists a skill's files with ripgrep, and would download it.
    putScript(bench, "bin/rg", "exec find . -type f")
    prepare?.(bench)
    const tools = toolsByHost[known.host]?.(project)
    const server = await openModelServer(tools === undefined ? {} : { scripts: scripts?.(tools) ?? {} })
    closing.push(server.close)
    const { env } = directClient(known.host, { home, port: server.port })
    if (known.host === "codex") {
      const config = path.join(home, ".codex/config.toml")
      fs.writeFileSync(config, `model_auto_compact_token_limit = 60000\n${fs.readFileSync(config, "utf8")}`)
    }
    for (const words of turns) await runClient(bench, known.host, { words, env })
    const { sessions, problems } = await readHome(home)
    expect(problems).toEqual([])
    expect(summariseSessions(known.host, sessions)).toEqual({
      isOffered: known.isOffered,
      uses: known.uses,
      did: known.did,
      compactions: known.compactions ?? 0,
      subAgents: known.subAgents ?? 0,
    })
    const folder = process.env["SKILLET_RECORD"]
    if (folder !== undefined) await keepRecording(home, path.join(folder, name))
  },
  240_000,
)

function putScript({ home, put }: WakeBench, file: string, line: string): void {
  put(file, `#!/bin/sh\n${line}\n`)
  fs.chmodSync(path.join(home, file), 0o755)
}

interface Turn {
  readonly words: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

async function runClient({ home, project, env }: WakeBench, name: string, turn: Turn): Promise<void> {
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
}
