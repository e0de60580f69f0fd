import fs from "node:fs"
import path from "node:path"
import { type AgentState, describeAgentState } from "../../../run/io/agents/describe-agent-state.ts"
import { readAgentTranscript, locateTranscript, listTranscripts } from "../../../run/io/agents/transcript.ts"
import { locateRawLog, readRawLog } from "../../../run/io/agents/raw-log.ts"
import { replaceFile } from "../../../system/files/replace-file.ts"
import { isAlive } from "../../../system/programs/is-alive.ts"
import type { ItemKey } from "../../../agents/agent-driver.ts"
import { locateAgentFiles } from "../../../run/io/agents/agent-files.ts"
import { type ShownLine, toShownLine } from "../../../run/io/agents/list-asked-agents.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"
import { claimDirectory } from "../../../system/files/write-new.ts"

type Env = Readonly<Record<string, string | undefined>>

/** The key under which an agent is asked for the nth time. Names of spawned agents are unique on a machine. */
export function makeTurnKey(agent: string, turn: number): ItemKey {
  return { run: `agent-${agent}`, step: "turn", round: turn, item: "-" }
}

/** Reserves a name for an agent; false if it was already taken, even by another project. */
export function claimName(env: Env, agent: string): boolean {
  const folder = path.dirname(locateTranscript(locateAgentFiles(env).transcripts, { key: makeTurnKey(agent, 1) }))
  makeDirectory(path.dirname(folder), 0o700)
  return claimDirectory(folder, 0o700)
}

/** Everything an agent did, oldest first. */
export function readAgentLog(env: Env, agent: string): readonly ShownLine[] {
  return listTurnTranscripts(env, agent).flatMap((file) => readAgentTranscript(file).lines.map(toShownLine))
}

/** What an agent's program printed, line by line, oldest first. */
export function readRawAgentLog(env: Env, agent: string): readonly string[] {
  return listTurnTranscripts(env, agent).flatMap((file) => readRawLog(locateRawLog(file)))
}

/** What an agent has done since this reader last looked. */
export function readAgentNews(env: Env, agent: string, reader: string): readonly ShownLine[] {
  const file = path.join(locateAgentFiles(env).peeks, agent, `${reader}.json`)
  const cursors = readCursors(file)
  const news = listTurnTranscripts(env, agent).map((transcript) => {
    const name = path.basename(transcript)
    return { name, ...readAgentTranscript(transcript, cursors[name]) }
  })
  makeDirectory(path.dirname(file), 0o700)
  const moved = Object.fromEntries(news.map(({ name, cursor }) => [name, cursor]))
  replaceFile(file, `${JSON.stringify(moved)}\n`, { mode: 0o600 })
  return news.flatMap(({ lines }) => lines.map(toShownLine))
}

/** The progress of an agent in its last turn. */
export function readAgentState(env: Env, agent: string): AgentState | undefined {
  const last = listTurnTranscripts(env, agent).at(-1)
  return last === undefined ? undefined : describeAgentState(readAgentTranscript(last).lines, isAlive)
}

export function locateLog(env: Env, agent: string): string {
  return path.join(locateAgentFiles(env).logs, `${agent}.log`)
}

function listTurnTranscripts(env: Env, agent: string): readonly string[] {
  return listTranscripts(locateAgentFiles(env).transcripts, makeTurnKey(agent, 1).run)
}

/** If the file cannot be read, the reader has seen nothing: showing something twice is better than not at all. */
function readCursors(file: string): Readonly<Record<string, number>> {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")) as Readonly<Record<string, number>>
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error)) return {}
    throw error
  }
}
