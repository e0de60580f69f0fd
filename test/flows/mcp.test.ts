import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { setTimeout as wait } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { garden, skillText } from "../plant.ts"
import { cli } from "./run-cli.ts"

interface Answer {
  readonly result?: {
    readonly isError?: boolean
    readonly content?: readonly { readonly text: string }[]
    readonly structuredContent?: Readonly<Record<string, unknown>>
    readonly tools?: readonly unknown[]
  }
  readonly error?: { readonly code: number }
}

interface Server {
  readonly child: ChildProcessWithoutNullStreams
  /** The errors of messages that have no id. */
  readonly refused: readonly number[]
  send(line: string): void
  ask(method: string, params: object): Promise<Answer>
  call(tool: string, args: object): Promise<Answer>
  kill(): Promise<void>
}

type Options = ReturnType<typeof garden>["options"]

/** The built server as a client starts it, without an SDK in between. Its answers are read from `read` on. */
async function startServer({ cwd, env }: Options, ...words: readonly string[]) {
  const args = [cli, "mcp", "--host", "claude", ...words]
  const child = spawn(process.execPath, args, { cwd, env: env as NodeJS.ProcessEnv })
  const closed = new Promise<void>((resolve) => void child.once("close", () => resolve()))
  child.stderr.resume()
  // Of a server that was killed.
  child.stdin.on("error", () => undefined)
  const refused: number[] = []
  const waiting = new Map<number, (answer: Answer) => void>()
  const read = () =>
    createInterface({ input: child.stdout }).on("line", (line) => {
      const answer = JSON.parse(line) as Answer & { readonly id: number | null }
      if (answer.id === null) refused.push(answer.error?.code ?? 0)
      else waiting.get(answer.id)?.(answer)
    })
  let asked = 0
  const send = (line: string) => child.stdin.write(`${line}\n`)
  const ask = (method: string, params: object) => {
    const id = ++asked
    const answer = new Promise<Answer>((resolve) => void waiting.set(id, resolve))
    send(JSON.stringify({ jsonrpc: "2.0", id, method, params }))
    return answer
  }
  const call = (name: string, args: object) => ask("tools/call", { name, arguments: { workspace: cwd, ...args } })
  const kill = () => {
    child.kill("SIGKILL")
    return closed
  }
  onTestFinished(kill)
  return { child, refused, send, ask, call, kill, read }
}

const HELLO = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "flow", version: "1" } }

async function openServer(options: Options, ...words: readonly string[]): Promise<Server> {
  const server = await startServer(options, ...words)
  server.read()
  await server.ask("initialize", HELLO)
  server.send('{"jsonrpc":"2.0","method":"notifications/initialized"}')
  return server
}

const STRUCTURE =
  "## Decision\nWe use X instead of Y.\nC1 | it is fast | supports: all\nC2 | it is cheap | supports: all\nC3 | it is known | supports: all\n"
const CLASSES = "C1 | CHECK | a test | 1\nC2 | CHECK | a bill | 2\nC3 | ASK | the team | 3\n"
const tell = ({ result }: Answer) => result?.content?.[0]?.text

test("a killed server loses nothing: the next one has the step, takes hostile lines, and answers 200 calls at once", async () => {
  const { options } = garden()
  const first = await openServer(options)
  const begun = await first.call("run_start", {
    workflow: "decision-critic",
    params: { decision: "use X because it is fast" },
  })
  const run = String(begun.result?.structuredContent?.["run"])
  const reported = await first.call("run_report", { run, step: "extract_structure", outcome: "ok", output: STRUCTURE })
  // It dies with calls in its hands.
  for (let at = 0; at < 20; at++) void first.call("task", { action: "add", title: `half ${at}` })
  await first.kill()

  const second = await openServer(options)
  expect(tell(await second.call("run_next", { run }))).toBe(tell(reported))
  const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}}`
  const long = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"pad":"${"x".repeat(5 << 20)}"}}}`
  const hostile = ["{broken", "[1,2]", "7", '"\\u001b[2J"', deep, long, "\0\0"]
  for (const line of hostile) second.send(line)
  const odd = [
    await second.ask("tools/call", { name: "run_report", arguments: { workspace: { toString: 1 }, run: [] } }),
    await second.ask("tools/call", { name: "__proto__", arguments: { workspace: options.cwd } }),
    await second.ask("constructor", {}),
    await second.call("run_next", { run: "../../etc/passwd" }),
  ]
  for (const { result, error } of odd) expect(error !== undefined || result?.isError === true).toBe(true)
  expect(second.refused).toEqual([-32700, -32600, -32600, -32600, -32600, -32600, -32700])

  const calls = Array.from({ length: 200 }, (_, at) =>
    at % 2 === 0 ? second.call("task", { action: "add", title: `whole ${at}` }) : second.call("run_next", { run }),
  )
  const answers = await Promise.all(calls)
  expect(answers.filter(({ result }) => result === undefined || result.isError === true)).toEqual([])
  expect(answers.filter((answer) => tell(answer) === tell(reported))).toHaveLength(100)
  const listed = (await second.call("task", { action: "list" })).result?.structuredContent?.["tasks"]
  const titles = (listed as readonly { readonly title: string }[]).map(({ title }) => title)
  expect(new Set(titles.filter((title) => title.startsWith("whole"))).size).toBe(100)
  const next = await second.call("run_report", { run, step: "classify_verifiability", outcome: "ok", output: CLASSES })
  expect(next.result?.structuredContent?.["step"]).toBe("generate_questions")
})

test("a directory named at the start is the same for every workspace, wherever they are", async () => {
  const { options, at } = garden({
    "project/more/press/SKILL.md": skillText("Press flowers."),
    "other/more/crush/SKILL.md": skillText("Crush ice."),
    "other/.git/HEAD": "",
  })
  const server = await openServer(options, "--skills-dir", "more")
  for (const workspace of [options.cwd, at("other")]) {
    const { result } = await server.call("skills_match", { workspace, limit: 100 })
    expect([tell({ ...(result && { result }) })?.match(/^(press|crush):/gm), workspace]).toEqual([
      ["press:"],
      workspace,
    ])
  }
})

test("a client that never reads is not read for ever, and when it reads at last it gets every answer", async () => {
  const { options } = garden()
  const server = await startServer(options)
  const hello = server.ask("initialize", HELLO)
  server.send('{"jsonrpc":"2.0","method":"notifications/initialized"}')
  const pad = "x".repeat(2000)
  const answers: Promise<Answer>[] = []
  let isStuck = false
  while (answers.length < 3000 && !isStuck) {
    answers.push(server.ask("tools/list", { _meta: { pad } }))
    if (!server.child.stdin.writableNeedDrain) continue
    const drained = new Promise<boolean>((resolve) => void server.child.stdin.once("drain", () => resolve(false)))
    isStuck = await Promise.race([drained, wait(5000, true)])
  }
  expect([isStuck, answers.length < 3000]).toEqual([true, true])
  server.read()
  await hello
  const tools = (await Promise.all(answers)).map(({ result }) => result?.tools?.length)
  expect(new Set(tools)).toEqual(new Set([8]))
})
