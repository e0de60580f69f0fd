import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import type { AgentAnswer, AgentDriver, AgentEvent, AgentRequest, Usage } from "../../agent-driver.ts"
import { AgentFailure } from "../../agent-failure.ts"
import type { KeepRaw, RawSink } from "../../raw-lines.ts"
import type { Program, SearchPath } from "../../../system/programs/find-program.ts"
import { buildAgentEnvironment } from "../agent-environment.ts"
import { LONGEST_ANSWER, tooLongFailure } from "../classify-failure.ts"
import { hideSecrets, listSecrets } from "../hide-secrets.ts"
import { openRawOutput } from "../raw-output.ts"
import { type AgentExit, runAgentProcess } from "../run-agent-process.ts"
import { openLineSplitter } from "../split-lines.ts"
import type { JsonObject } from "../json-fields.ts"
import type { AgentCli, CliEnd, CliReader, CliUsage } from "./agent-cli.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"

export interface CliDriverOptions {
  readonly cli: AgentCli
  /** The program's path, or the words that start it. */
  readonly program: readonly [Program, ...(readonly string[])]
  readonly search: SearchPath
  readonly env: Readonly<Record<string, string | undefined>>
  /** Variables it may see besides its own. */
  readonly variables?: readonly string[] | undefined
  /** An empty directory, for CLIs that trust the contents of their working directory. */
  readonly emptyFolder: string
  readonly milliseconds: number
  /** The price of tokens if the CLI does not report the cost. */
  readonly priceUsage: (usage: CliUsage, request: AgentRequest, model: string | undefined) => number
  /** Where the lines of its output are kept as it printed them (default: nowhere). */
  readonly keepRaw?: KeepRaw | undefined
}

/**
 * An agent CLI as a driver: prompt on standard input, one JSON object per line on standard output. Only a message
 * marked as the result is an answer; the exit code proves nothing.
 */
export function openCliDriver(options: CliDriverOptions): AgentDriver {
  return {
    name: options.cli.name,
    ask: (request, signal, heard = () => undefined) =>
      withFolder((folder) => start(options, { request, signal, heard, folder })),
  }
}

interface Asking {
  readonly request: AgentRequest
  readonly signal: AbortSignal
  readonly heard: (event: AgentEvent) => void
  readonly folder: string
}

async function start(options: CliDriverOptions, { request, signal, heard, folder }: Asking): Promise<AgentAnswer> {
  const {
    cli,
    program: [file, ...words],
    search,
    emptyFolder,
  } = options
  const begun = performance.now()
  const { args, env: more, files, place, input } = cli.start(request, folder)
  for (const [name, text] of Object.entries(files ?? {}))
    fs.writeFileSync(path.join(folder, name), text, { mode: 0o600, flag: "wx" })
  if (place === "empty") makeDirectory(emptyFolder, 0o700)
  const env = { ...buildAgentEnvironment(options.env, [...cli.variables, ...(options.variables ?? [])]), ...more }
  const secrets = listSecrets(env)
  const raw = openRawOutput(options.keepRaw, { request, secrets, heard })
  const listener = listen(cli.reader(), { secrets, heard, raw })
  const exit = await runAgentProcess({
    program: [file, ...words, ...args],
    search,
    cwd: place === "empty" ? emptyFolder : request.cwd,
    env,
    input: input ?? request.prompt,
    milliseconds: request.milliseconds ?? options.milliseconds,
    signal,
    heard: listener.add,
  }).catch((error: unknown) => {
    throw withUsage(error, measureUsage(listener.end()))
  })
  return takeAnswer(listener.end(), { ...exit, said: hideSecrets(exit.said, secrets) })

  function takeAnswer(end: CliEnd | undefined, { code, said }: AgentExit): AgentAnswer {
    const usage = measureUsage(end)
    const session = end?.session
    const text = hideSecrets(end?.text ?? "", secrets)
    if (end !== undefined && end.failed === undefined && text.trim() !== "" && text.length <= LONGEST_ANSWER)
      return { text, usage, session }
    if (text.length > LONGEST_ANSWER) throw tooLongFailure(cli.name, text, { usage, session })
    const words = hideSecrets(end?.failed?.message ?? `no answer, exit code ${code}`, secrets)
    throw new AgentFailure(
      end?.failed?.code ?? "agent.failed",
      `${cli.name}: ${clipped(words)}${said === "" || end?.failed !== undefined ? "" : `: ${clipped(said)}`}`,
      {
        retry: end?.failed?.retry ?? "later",
        next: `run ${cli.program} yourself to check that it answers`,
        usage,
        session,
      },
    )
  }

  function measureUsage(end: CliEnd | undefined): Usage | undefined {
    if (end?.usage === undefined) return undefined
    const { money = options.priceUsage(end.usage, request, listener.model()), ...counted } = end.usage
    return { ...counted, money, milliseconds: Math.round(performance.now() - begun) }
  }
}

function clipped(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}…` : text
}

/** Usage before it was stopped counts too. */
function withUsage(error: unknown, usage: Usage | undefined): unknown {
  return error instanceof AgentFailure && usage !== undefined ? error.having({ usage }) : error
}

interface Listening extends Pick<Asking, "heard"> {
  readonly secrets: readonly string[]
  readonly raw: RawSink
}

/** Lines that are not JSON objects say nothing about the agent: warnings, log lines. */
function listen(reader: CliReader, how: Listening) {
  const lines = openLineSplitter()
  let model: string | undefined
  let isOver = false
  const take = (line: string) => {
    how.raw.add(line)
    const value = parseObject(line)
    if (value === undefined) return
    for (const event of reader.read(value)) {
      if (event.kind === "session") model = event.model ?? model
      how.heard(JSON.parse(hideSecrets(JSON.stringify(event), how.secrets)) as AgentEvent)
    }
  }
  return {
    add: (chunk: Buffer) => {
      for (const line of lines.add(chunk)) take(line)
    },
    end: () => {
      if (!isOver) {
        for (const line of lines.end()) take(line)
        how.raw.end(lines.dropped)
      }
      isOver = true
      return reader.end()
    },
    model: () => model,
  }
}

function parseObject(line: string): JsonObject | undefined {
  if (!line.trimStart().startsWith("{")) return undefined
  try {
    return JSON.parse(line) as JsonObject
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

async function withFolder<Result>(act: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "skillet-agent-"))
  try {
    return await act(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
