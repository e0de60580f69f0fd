import fs from "node:fs"
import path from "node:path"
import { locateAgentFiles, locateRunFolder } from "../agents/agent-files.ts"

type Env = Readonly<Record<string, string | undefined>>

export const MOMENT = "moment.json"

/** What was recorded about the checkout of a run, one file for each visit. */
export function locateChanges(env: Env, run: string): string {
  return path.join(locateRunFolder(locateAgentFiles(env).transcripts, run), "changes")
}

/** The last moment belongs to a tree of runs: the id of a run below another begins with the id of that one and a dot. */
export function locateMoments(env: Env, run: string): string {
  const [root = run] = run.split(".")
  return path.join(locateChanges(env, root), "moments")
}

/** Whether the changes of a run, which may have ended, were recorded. */
export function wereChangesRecorded(env: Env, run: string): boolean {
  const [root = run] = run.split(".")
  return fs.existsSync(locateChanges(env, root))
}

/** Whether the changes of a run are recorded. Costs every report one look for a file. */
export function areChangesRecorded(env: Env, run: string): boolean {
  return fs.existsSync(path.join(locateMoments(env, run), MOMENT))
}
