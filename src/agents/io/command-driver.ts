import type { AgentAnswer, AgentDriver, AgentEvent, AgentRequest, Usage } from "../agent-driver.ts"
import { AgentFailure } from "../agent-failure.ts"
import type { KeepRaw } from "../raw-lines.ts"
import type { Program, SearchPath } from "../../system/programs/find-program.ts"
import { buildAgentEnvironment } from "./agent-environment.ts"
import { classifyStatus, classifyErrorText, LONGEST_ANSWER, tooLongFailure } from "./classify-failure.ts"
import { hideSecrets, listSecrets } from "./hide-secrets.ts"
import { readNumeric, readObject, readString, type JsonObject } from "./json-fields.ts"
import { openRawOutput, type RawOutput } from "./raw-output.ts"
import { runAgentProcess } from "./run-agent-process.ts"
import { openLineSplitter } from "./split-lines.ts"

export interface CommandDriverOptions {
  /** The program and its arguments; started without a shell. */
  readonly program: readonly [Program, ...(readonly string[])]
  readonly search: SearchPath
  readonly env: Readonly<Record<string, string | undefined>>
  /** Variables it may see besides the usual ones. */
  readonly variables?: readonly string[] | undefined
  /** The time limit for an answer. */
  readonly milliseconds: number
  /** The price of tokens if the program does not report the cost. */
  readonly priceUsage: (usage: Omit<Usage, "money" | "milliseconds">, request: AgentRequest) => number
  /** Where the lines of its output are kept as it printed them (default: nowhere). */
  readonly keepRaw?: KeepRaw | undefined
}

/**
 * Any program as an agent: the request is one JSON object on stdin, the answer one on stdout with `text`, or with
 * `error` if there is none. The exit code proves nothing: only an answer is an answer.
 */
export function openCommandDriver(options: CommandDriverOptions): AgentDriver {
  return {
    name: "command",
    ask: (request, signal, heard) => ask(options, { request, signal, heard }),
  }
}

interface Asking {
  readonly request: AgentRequest
  readonly signal: AbortSignal
  readonly heard?: ((event: AgentEvent) => void) | undefined
}

async function ask(options: CommandDriverOptions, { request, signal, heard }: Asking): Promise<AgentAnswer> {
  const { program, search } = options
  const env = buildAgentEnvironment(options.env, options.variables ?? [])
  const secrets = listSecrets(env)
  const begun = performance.now()
  const out: Buffer[] = []
  const raw = openRawLines(options.keepRaw, { request, secrets, heard })
  const { code, said } = await runAgentProcess({
    program,
    search,
    cwd: request.cwd,
    env,
    input: `${JSON.stringify(request)}\n`,
    milliseconds: request.milliseconds ?? options.milliseconds,
    signal,
    heard: (chunk) => {
      out.push(chunk)
      raw.add(chunk)
    },
  }).finally(raw.end)
  const printed = lastObject(Buffer.concat(out).toString("utf8"))
  const usage = readUsage(printed)
  const session = readString(printed, "session")
  const text = readString(printed, "text") ?? ""
  const error = readString(printed, "error")
  if (text.length > LONGEST_ANSWER) throw tooLongFailure(program[0], text, { usage, session })
  if (error === undefined && text.trim() !== "") return { text: hideSecrets(text, secrets), usage, session }
  const words = error ?? `no answer, exit code ${code}${said === "" ? "" : `: ${said.slice(-500)}`}`
  throw new AgentFailure(
    classifyFailure(printed, error).code,
    hideSecrets(`${program[0]}: ${words.slice(0, 1000)}`, secrets),
    {
      retry: classifyFailure(printed, error).retry,
      next: "run the program yourself with a request on standard input",
      usage,
      session,
    },
  )

  function readUsage(from: JsonObject | undefined): Usage | undefined {
    if (readObject(from, "usage") === undefined) return undefined
    const number = (name: string) => readNumeric(from, "usage", name)
    const counted = {
      tokensIn: number("tokensIn") ?? 0,
      tokensOut: number("tokensOut") ?? 0,
      tokensCached: number("tokensCached"),
    }
    const milliseconds = number("milliseconds") ?? Math.round(performance.now() - begun)
    return { ...counted, money: number("money") ?? options.priceUsage(counted, request), milliseconds }
  }
}

/** Keeps the lines of what the program prints. */
function openRawLines(keepRaw: KeepRaw | undefined, output: RawOutput) {
  const raw = openRawOutput(keepRaw, output)
  const lines = openLineSplitter()
  return {
    add(chunk: Buffer): void {
      for (const line of lines.add(chunk)) raw.add(line)
    },
    end(): void {
      for (const line of lines.end()) raw.add(line)
      raw.end(lines.dropped)
    },
  }
}

/** The meaning of the program's error, by the status it names or by its text. */
function classifyFailure(printed: JsonObject | undefined, error: string | undefined) {
  const status = readNumeric(printed, "status")
  if (status !== undefined && error !== undefined) return classifyStatus(status)
  return classifyErrorText(error ?? "")
}

/** The whole output, or its last line, as an object with the result. */
function lastObject(stdout: string): JsonObject | undefined {
  const whole = stdout.trim()
  for (const candidate of [whole, whole.split("\n").at(-1) ?? ""]) {
    const value = readObject(parsed(candidate))
    if (readString(value, "text") !== undefined || readString(value, "error") !== undefined) return value
  }
  return undefined
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
