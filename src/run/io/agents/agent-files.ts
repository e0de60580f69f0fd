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
