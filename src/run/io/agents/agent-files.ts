import path from "node:path"
import { locateStateFolder } from "../../../system/database/locate-database.ts"

type Env = Readonly<Record<string, string | undefined>>

/** Where transcripts are stored: next to the database of their runs. */
export function locateAgentFiles(env: Env) {
  const folder = path.join(locateStateFolder(env), "agents")
  return {
    transcripts: path.join(folder, "transcripts"),
    ledger: path.join(folder, "ledger"),
    sessions: path.join(folder, "sessions"),
    logs: path.join(folder, "logs"),
    peeks: path.join(folder, "peeks"),
    empty: path.join(folder, "empty"),
    worktrees: path.join(folder, "worktrees"),
  }
}

/** What is kept of one run beside the database. */
export function locateRunFolder(transcripts: string, run: string): string {
  return path.join(transcripts, toFileName(run))
}

/** A valid file name on every system, different for different texts. */
export function toFileName(text: string): string {
  const kept = text.replaceAll(/[^A-Za-z0-9_-]/g, (letter) => `%${letter.codePointAt(0)?.toString(16) ?? ""}`)
  return kept.length <= 120 ? kept : `${kept.slice(0, 100)}%${sum(text)}`
}

function sum(text: string): string {
  let value = 0n
  for (let at = 0; at < text.length; at++) value = (value * 131n + BigInt(text.charCodeAt(at))) % 2n ** 61n
  return value.toString(36)
}
