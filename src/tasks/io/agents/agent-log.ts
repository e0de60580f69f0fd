import fs from "node:fs"
import path from "node:path"
import { type AgentState, agentState } from "../../../run/io/agents/agent-state.ts"
import { readTranscript, transcriptFile, transcriptsOf } from "../../../run/io/agents/transcript.ts"
import { replaceFile } from "../../../system/files/replace-file.ts"
import { isAlive } from "../../../system/programs/is-alive.ts"
import type { ItemKey } from "../../../agents/agent-driver.ts"
import { agentPlaces } from "../../../run/io/agents/agent-places.ts"
import { type ShownLine, shownLine } from "../../../run/io/agents/agents-of.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"
import { claimDirectory } from "../../../system/files/write-new.ts"

type Env = Readonly<Record<string, string | undefined>>

/** The key under which an agent is asked for the nth time. Names of spawned agents are unique on a machine. */
export function turnKey(agent: string, turn: number): ItemKey {
  return { run: `agent-${agent}`, step: "turn", round: turn, item: "-" }
}

/** Reserves a name for an agent; false if it was already taken, even by another project. */
export function claimName(env: Env, agent: string): boolean {
  const folder = path.dirname(transcriptFile(agentPlaces(env).transcripts, { key: turnKey(agent, 1) }))
  makeDirectory(path.dirname(folder), 0o700)
  return claimDirectory(folder, 0o700)
}

/** Everything an agent did, oldest first. */
export function logOf(env: Env, agent: string): readonly ShownLine[] {
  return filesOf(env, agent).flatMap((file) => readTranscript(file).lines.map(shownLine))
}

/** What an agent has done since this reader last looked. */
export function newsFor(env: Env, agent: string, reader: string): readonly ShownLine[] {
  const file = path.join(agentPlaces(env).peeks, agent, `${reader}.json`)
  const cursors = readCursors(file)
  const news = filesOf(env, agent).map((transcript) => {
    const name = path.basename(transcript)
    return { name, ...readTranscript(transcript, cursors[name]) }
  })
  makeDirectory(path.dirname(file), 0o700)
  const moved = Object.fromEntries(news.map(({ name, cursor }) => [name, cursor]))
  replaceFile(file, `${JSON.stringify(moved)}\n`, { mode: 0o600 })
  return news.flatMap(({ lines }) => lines.map(shownLine))
}

/** The progress of an agent in its last turn. */
export function agentStateOf(env: Env, agent: string): AgentState | undefined {
  const last = filesOf(env, agent).at(-1)
  return last === undefined ? undefined : agentState(readTranscript(last).lines, isAlive)
}

export function logFile(env: Env, agent: string): string {
  return path.join(agentPlaces(env).logs, `${agent}.log`)
}

function filesOf(env: Env, agent: string): readonly string[] {
  return transcriptsOf(agentPlaces(env).transcripts, turnKey(agent, 1).run)
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
