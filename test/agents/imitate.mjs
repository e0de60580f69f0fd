// Imitates the streams of the agent CLIs, as they were observed: node imitate.mjs NAME [arguments the CLI would get].
// What it does is told by a line `SCENARIO: name` in the prompt; without one it answers what `answer.mjs` says.
import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import fs from "node:fs"
import { answerTo, TOKENS } from "./answer.mjs"

const [name, ...args] = process.argv.slice(2)
if (args.includes("--version")) {
  process.stdout.write(`${VERSIONS()[name]}\n`)
  process.exit(0)
}
const given = fs.readFileSync(0, "utf8")
const request = name === "command" ? JSON.parse(given) : undefined
const prompt = request?.prompt ?? given
const scenario = /^SCENARIO: (\S+)/m.exec(prompt)?.[1] ?? "answer"
const before = args[args.findIndex((one) => ["--resume", "--session", "resume"].includes(one)) + 1]
const isResumed = args.some((one) => ["--resume", "--session", "resume"].includes(one))
const session = request?.session ?? (isResumed ? (name === "codex" ? args.at(-2) : before) : randomUUID())
const log = process.env["AGENT_LOG"]
if (log !== undefined)
  fs.appendFileSync(
    log,
    `${JSON.stringify({ name, args, scenario, session, isResumed, pid: process.pid, prompt, env: Object.keys(process.env) })}\n`,
  )

const say = (value) => fs.writeSync(1, `${JSON.stringify(value)}\n`)
const streams = {
  claude: {
    begin: () => say({ type: "system", subtype: "init", session_id: session, model: "claude-imitated", tools: [] }),
    message: (text) =>
      say({
        type: "assistant",
        message: { role: "assistant", content: [{ type: "text", text }] },
        session_id: session,
      }),
    end: (text) =>
      say({
        type: "result",
        subtype: "success",
        is_error: false,
        terminal_reason: "completed",
        api_error_status: null,
        result: text,
        session_id: session,
        total_cost_usd: 0.25,
        usage: {
          input_tokens: TOKENS.tokensIn - TOKENS.tokensCached,
          cache_read_input_tokens: TOKENS.tokensCached,
          cache_creation_input_tokens: 0,
          output_tokens: TOKENS.tokensOut,
        },
      }),
    fail: (message, status) =>
      say({
        type: "result",
        subtype: "success",
        is_error: true,
        api_error_status: status,
        terminal_reason: "api_error",
        result: message,
        session_id: session,
        total_cost_usd: 0,
        usage: { input_tokens: 0, output_tokens: 0 },
      }),
  },
  codex: {
    begin() {
      say({ type: "thread.started", thread_id: session })
      say({ type: "turn.started" })
    },
    message: (text) => say({ type: "item.completed", item: { id: "item_0", type: "agent_message", text } }),
    end: () =>
      say({
        type: "turn.completed",
        usage: {
          input_tokens: TOKENS.tokensIn,
          cached_input_tokens: TOKENS.tokensCached,
          output_tokens: TOKENS.tokensOut,
          reasoning_output_tokens: 0,
        },
      }),
    fail(message) {
      say({ type: "error", message })
      say({ type: "turn.failed", error: { message } })
    },
  },
  gemini: {
    begin() {
      say({ type: "init", session_id: session, model: "gemini-imitated" })
      say({ type: "message", role: "user", content: prompt })
    },
    message: (text) => say({ type: "message", role: "assistant", content: text, delta: true }),
    end: () =>
      say({
        type: "result",
        status: "success",
        stats: {
          total_tokens: TOKENS.tokensIn + TOKENS.tokensOut,
          input_tokens: TOKENS.tokensIn,
          output_tokens: TOKENS.tokensOut,
          cached: TOKENS.tokensCached,
        },
      }),
    fail: (message) => say({ type: "result", status: "error", error: { type: "ApiError", message }, stats: {} }),
  },
  opencode: {
    begin: () => say({ type: "step_start", sessionID: session, part: { type: "step-start" } }),
    message: (text) => say({ type: "text", sessionID: session, part: { type: "text", text } }),
    end: () =>
      say({
        type: "step_finish",
        sessionID: session,
        part: {
          reason: "stop",
          cost: 0.25,
          tokens: {
            input: TOKENS.tokensIn - TOKENS.tokensCached,
            output: TOKENS.tokensOut,
            reasoning: 0,
            cache: { read: TOKENS.tokensCached, write: 0 },
          },
        },
      }),
    fail: (message, status) =>
      say({ type: "error", sessionID: session, error: { name: "APIError", data: { message, statusCode: status } } }),
  },
  command: {
    begin: () => fs.writeSync(1, "a line for people\n"),
    message: () => undefined,
    end: (text) => say({ text, session, usage: { ...TOKENS, money: 0.25 } }),
    fail: (message, status) => say({ error: message, status }),
  },
}

function VERSIONS() {
  return { claude: "2.1.325 (Claude Code)", codex: "codex-cli 0.166.0", gemini: "0.61.0", opencode: "1.18.33" }
}

const stream = streams[name]
const never = () => setInterval(() => undefined, 1 << 30)
/** One of the texts in the file that AGENT_SAYS names, another one for each that is asked. */
function saidNext() {
  const list = JSON.parse(fs.readFileSync(process.env["AGENT_SAYS"], "utf8"))
  return list[fs.readFileSync(log, "utf8").split("\n").length % list.length]
}
const scenarios = {
  answer() {
    const text = process.env["AGENT_SAYS"] === undefined ? answerTo(prompt) : saidNext()
    stream.begin()
    stream.message(text)
    stream.end(text)
  },
  slow() {
    setTimeout(scenarios.answer, 300)
  },
  never() {
    stream.begin()
    // One that leaves the group and ignores what it is told.
    spawn("setsid", ["sh", "-c", "trap '' TERM INT HUP; sleep 600"], { stdio: "ignore", detached: true }).unref()
    process.on("SIGTERM", () => undefined)
    never()
  },
  dies() {
    stream.begin()
    stream.message("half an ans")
    process.kill(process.pid, "SIGKILL")
  },
  closes() {
    stream.begin()
    stream.message("half an ans")
  },
  huge() {
    stream.begin()
    const line = `${JSON.stringify({ type: "noise", text: "x".repeat(1 << 16) })}\n`
    for (let printed = 0; printed < 100 * 1024 * 1024; printed += line.length) fs.writeSync(1, line)
    stream.message("small")
    stream.end("small")
  },
  wrong() {
    process.stdout.write('I am not JSON.\n{"type": "unheard-of"}\n[1, 2]\n"text"\n{broken\n')
  },
  empty() {
    stream.begin()
    stream.message("")
    stream.end("")
  },
  limited() {
    stream.begin()
    stream.fail("API Error: 429 Too Many Requests: rate limit reached", 429)
  },
  refused() {
    stream.begin()
    stream.fail("API Error: 401 Unauthorized: invalid api key", 401)
  },
  leaks() {
    const text = `keys: ${Object.entries(process.env)
      .map(([key, value]) => `${key}=${value}`)
      .join(" ")}`
    stream.begin()
    stream.message(text)
    stream.end(text)
  },
}
const slow = scenario === "answer" ? Number(process.env["AGENT_SLOW"] ?? 0) : 0
if (slow > 0) setTimeout(scenarios[scenario], slow)
else scenarios[scenario]()
