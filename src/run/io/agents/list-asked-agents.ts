import { type AgentState, describeAgentState } from "./describe-agent-state.ts"
import { locateTranscript, readAgentTranscript, type TranscriptLine, listTranscripts } from "./transcript.ts"
import { isAlive } from "../../../system/programs/is-alive.ts"
import type { ItemKey, Usage } from "../../../agents/agent-driver.ts"
import { type DriverState, probeDriver } from "../../../agents/io/probe-driver.ts"
import { agentDrivers } from "../../../settings/agent-settings.ts"
import type { Session } from "../../../catalog/io/session/open-session.ts"
import { locateAgentFiles } from "./agent-files.ts"

type Env = Readonly<Record<string, string | undefined>>

/** One agent of a run: its role, its progress, and the file with everything it did. */
export interface AskedAgent {
  readonly transcript: string
  readonly key?: ItemKey | undefined
  readonly agent?: string | undefined
  readonly driver?: string | undefined
  readonly model?: string | undefined
  readonly status: AgentState["status"]
  readonly doing?: string | undefined
  readonly session?: string | undefined
  readonly usage?: Usage | undefined
  readonly failure?: string | undefined
  readonly began: number
  readonly last: number
}

export function listAskedAgents(env: Env, run: string): readonly AskedAgent[] {
  return listTranscripts(locateAgentFiles(env).transcripts, run).map((file) =>
    asked(file, describeAgentState(readAgentTranscript(file).lines, isAlive)),
  )
}

function asked(transcript: string, { start, answer: _answer, ...state }: AgentState): AskedAgent {
  return { transcript, key: start?.key, agent: start?.agent, driver: start?.driver, ...state }
}

const MOST_ATTEMPTS = 100

/** What the agent of an item did, over all its attempts. */
export function readItemTranscript(env: Env, key: ItemKey): readonly ShownLine[] {
  const folder = locateAgentFiles(env).transcripts
  const known = new Set(listTranscripts(folder, key.run))
  return Array.from({ length: MOST_ATTEMPTS }, (_, attempt) => locateTranscript(folder, { key, attempt }))
    .filter((file) => known.has(file))
    .flatMap((file) => readAgentTranscript(file).lines.map(toShownLine))
}

/** What was added to a transcript since the last read. */
export interface TranscriptNews {
  readonly transcript: string
  readonly lines: readonly ShownLine[]
}

export interface ShownLine {
  readonly line: TranscriptLine
  /** What it says, for people. */
  readonly text?: string | undefined
}

export function toShownLine(line: TranscriptLine): ShownLine {
  return { line, text: renderTranscriptLine(line) }
}

/** Reads the transcripts of a run, each from where the last read ended. */
export function openTranscripts(env: Env, run: string): { news(): readonly TranscriptNews[] } {
  const cursors = new Map<string, number>()
  return {
    news: () =>
      listTranscripts(locateAgentFiles(env).transcripts, run).flatMap((transcript) => {
        const { lines, cursor } = readAgentTranscript(transcript, cursors.get(transcript))
        cursors.set(transcript, cursor)
        return lines.length === 0 ? [] : [{ transcript, lines: lines.map(toShownLine) }]
      }),
  }
}

export type ExaminedDriver = DriverState | { readonly driver: string; readonly kind: "off" }

/** Which drivers would work here, and why the others would not. No agent is asked. */
export async function examineAgents(
  skillet: Pick<Session, "settings" | "options" | "around">,
): Promise<readonly ExaminedDriver[]> {
  const { agents } = await skillet.settings()
  const place = { env: skillet.options.env ?? process.env, project: skillet.around.cwd }
  const found = await Promise.all(
    agentDrivers.map(async (driver) =>
      agents.off.includes(driver)
        ? ({ driver, kind: "off" } as const)
        : await probeDriver(driver, agents.drivers[driver], place),
    ),
  )
  return found.flatMap((one) => (one === undefined ? [] : [one]))
}

/** A line of a transcript for people; undefined if it contains nothing of interest. */
function renderTranscriptLine(line: TranscriptLine): string | undefined {
  switch (line.kind) {
    case "start":
      return `${line.agent} is asked (${[line.driver, ...(line.model === undefined ? [] : [line.model])].join(", ")})`
    case "thinking":
    case "message":
      return line.text.trim() === "" ? undefined : `${line.kind}: ${line.text.trim()}`
    case "tool_call":
      return `${line.tool} ${JSON.stringify(line.input ?? {})}`
    case "tool_result":
      return line.isError ? `error: ${line.text}` : undefined
    case "notice":
      return line.text
    case "end": {
      const { tokensIn = 0, tokensOut = 0, money = 0 } = line.usage ?? {}
      return `answered, ${tokensIn + tokensOut} tokens, $${money.toFixed(2)}`
    }
    case "failed":
      return `failed: ${line.message}`
    case "session":
    case "usage":
      return undefined
  }
}
