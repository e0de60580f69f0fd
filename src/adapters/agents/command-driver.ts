import type { AgentAnswer, AgentDriver, AgentRequest } from "../../ports/agent-driver.ts"
import { AgentFailure } from "../../ports/agent-failure.ts"
import { numberAt, textAt } from "./json-fields.ts"
import { runAgentProcess } from "./process/run-agent-process.ts"

export interface CommandDriverOptions {
  /** The program and its arguments; no shell reads them. */
  readonly program: readonly [string, ...(readonly string[])]
  readonly env: Readonly<Record<string, string | undefined>>
  /** How long an answer may take. */
  readonly milliseconds: number
}

/**
 * Any program as an agent: the request goes in as one JSON object, the answer comes out as one with `text`. How the
 * program exits proves nothing: only an answer is an answer.
 */
export function commandDriver(options: CommandDriverOptions): AgentDriver {
  return {
    name: "command",
    ask: (request, signal) => ask(options, request, signal),
  }
}

async function ask(
  { program, env, milliseconds }: CommandDriverOptions,
  request: AgentRequest,
  signal: AbortSignal,
): Promise<AgentAnswer> {
  const out: Buffer[] = []
  const { code, said } = await runAgentProcess({
    program,
    cwd: request.cwd,
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    input: `${JSON.stringify(request)}\n`,
    milliseconds: request.milliseconds ?? milliseconds,
    signal,
    heard: (chunk) => void out.push(chunk),
  })
  const answer = readAnswer(Buffer.concat(out).toString("utf8"))
  if (answer !== undefined) return answer
  const words = said === "" ? "" : `: ${said.slice(-500)}`
  throw new AgentFailure("agent.failed", `${program[0]}: it gave no answer and ended with ${code}${words}`, {
    retry: "later",
    next: "run the program by hand with a request on standard input",
  })
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
  const value = parsed(json)
  const text = textAt(value, "text")
  if (text === undefined || text.trim() === "") return undefined
  return { text, usage: readUsage(value), session: textAt(value, "session") }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function readUsage(value: unknown): AgentAnswer["usage"] {
  if (typeof value !== "object" || value === null || !("usage" in value) || typeof value.usage !== "object")
    return undefined
  const number = (name: string) => numberAt(value, "usage", name) ?? 0
  return {
    tokensIn: number("tokensIn"),
    tokensOut: number("tokensOut"),
    money: number("money"),
    milliseconds: number("milliseconds"),
    tokensCached: numberAt(value, "usage", "tokensCached"),
  }
}
