import { spawn } from "node:child_process"
import type { AgentAnswer, AgentDriver, AgentRequest } from "../../ports/agent-driver.ts"
import { SkilletError } from "../../problem/failure.ts"

export interface CommandDriverOptions {
  /** The program and its arguments; no shell reads them. */
  readonly program: readonly [string, ...(readonly string[])]
  readonly env: Readonly<Record<string, string | undefined>>
  /** How long an answer may take. */
  readonly milliseconds: number
}

const MOST_BYTES = 64 * 1024 * 1024

/**
 * Any program as an agent: the request goes in as one JSON object, the answer comes out as one with `text`. How the
 * program exits proves nothing: only an answer is an answer.
 */
export function commandDriver(options: CommandDriverOptions): AgentDriver {
  return {
    name: "command",
    ask: async (request, signal) => {
      const { stdout, ended } = await run(options, request, signal)
      const answer = readAnswer(stdout)
      if (answer !== undefined) return answer
      throw failed(options, `it gave no answer and ${ended.replace(/\.$/, "")}`, "later")
    },
  }
}

interface Ended {
  readonly stdout: string
  readonly ended: string
}

function run(
  { program, env, milliseconds }: CommandDriverOptions,
  request: AgentRequest,
  signal: AbortSignal,
): Promise<Ended> {
  const [file, ...args] = program
  const stopped = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)])
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: request.cwd,
      env: { ...env } as NodeJS.ProcessEnv,
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    })
    const out: Buffer[] = []
    const err: Buffer[] = []
    let size = 0
    const kill = () => killGroup(child.pid)
    stopped.addEventListener("abort", kill, { once: true })
    if (stopped.aborted) kill()
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size > MOST_BYTES) kill()
      else out.push(chunk)
    })
    child.stderr.on("data", (chunk: Buffer) => void (err.length < 64 && err.push(chunk)))
    child.stdin.on("error", () => undefined)
    child.on("error", (error) => reject(failed({ program }, error.message, "no")))
    child.on("close", (code, by) => {
      stopped.removeEventListener("abort", kill)
      if (signal.aborted) return reject(signal.reason as Error)
      const said = Buffer.concat(err).toString("utf8").trim().slice(-500)
      const how = stopped.aborted
        ? `took longer than ${milliseconds / 1000} s`
        : by === null
          ? `ended with ${code}`
          : `was ended by ${by}`
      resolve({ stdout: Buffer.concat(out).toString("utf8"), ended: said === "" ? how : `${how}: ${said}` })
    })
    child.stdin.end(`${JSON.stringify(request)}\n`)
  })
}

/** Whatever the program started ends with it. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, "SIGKILL")
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error
  }
}

/** The whole of what was printed, or its last line, is an object with `text`. */
function readAnswer(stdout: string): AgentAnswer | undefined {
  const whole = stdout.trim()
  for (const candidate of [whole, whole.split("\n").at(-1) ?? ""]) {
    const answer = asAnswer(candidate)
    if (answer !== undefined) return answer
  }
  return undefined
}

function asAnswer(json: string): AgentAnswer | undefined {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  if (typeof value !== "object" || value === null) return undefined
  const { text, usage, session } = value as Readonly<Record<string, unknown>>
  if (typeof text !== "string" || text.trim() === "") return undefined
  const counted = readUsage(usage)
  return {
    text,
    usage: counted,
    ...(typeof session === "string" ? { session } : {}),
  }
}

function readUsage(usage: unknown): AgentAnswer["usage"] {
  if (typeof usage !== "object" || usage === null) return undefined
  const given = usage as Readonly<Record<string, unknown>>
  const number = (name: string) => {
    const value = given[name]
    return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : 0
  }
  return {
    tokensIn: number("tokensIn"),
    tokensOut: number("tokensOut"),
    money: number("money"),
    milliseconds: number("milliseconds"),
  }
}

function failed({ program }: Pick<CommandDriverOptions, "program">, why: string, retry: "no" | "later"): SkilletError {
  return new SkilletError("agent.failed", `${program[0]}: ${why}`, {
    retry,
    next: "run the program by hand with a request on standard input",
  })
}
