import fs from "node:fs"
import path from "node:path"
import { pruneRuns, runsOfOpenTasks } from "../../adapters/sqlite/prune-runs.ts"
import { OUTPUT_FOLDER } from "../../run/directive/commands.ts"
import { planPrune } from "../../run/history/plan-prune.ts"
import type { Run } from "../../run/model.ts"
import { agentPlaces } from "../agents/agent-places.ts"
import type { SkilletOptions } from "../session/options.ts"
import { databaseFile } from "../runs/files/database-file.ts"
import { openRuns } from "../runs/open-runs.ts"
import { filesIn, stateKinds } from "./show-state.ts"

export interface Pruning {
  /** In milliseconds: removes what was last used longer ago than this. */
  readonly olderThan: number
  readonly isDryRun: boolean
  /** The current time (default: now). */
  readonly now?: number
}

export interface Pruned {
  readonly runs: readonly string[]
  /** Old trees of runs that are kept because a running run or an open task needs them. */
  readonly needed: number
  readonly files: number
  readonly bytes: number
}

/** Removes runs that ended, with their texts, transcripts and files, and old files of the cache. */
export async function pruneState(options: Pick<SkilletOptions, "env">, how: Pruning): Promise<Pruned> {
  const env = options.env ?? process.env
  const { olderThan, isDryRun, now = Date.now() } = how
  const { runs, needed, named } = await oldRuns(env, now - olderThan)
  const folders = runs.flatMap((run) => foldersOf(run, agentPlaces(env).transcripts))
  const cached = stateKinds(env)
    .filter(({ isCache }) => isCache === true)
    .flatMap(({ paths }) => paths.flatMap(filesIn))
    .filter(({ changed }) => changed < now - olderThan)
  const removed = [...folders.flatMap(filesIn), ...cached]
  const bytes = removed.reduce((sum, file) => sum + file.bytes, 0)
  const plan = { runs: named, needed, files: removed.length, bytes }
  if (isDryRun) return plan
  const database = named.length === 0 ? 0 : pruneRuns(databaseFile(env), named, now).bytes
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true })
  for (const { file } of cached) fs.rmSync(file, { force: true })
  return { ...plan, bytes: bytes + database }
}

interface OldRuns {
  readonly runs: readonly Run[]
  readonly named: readonly string[]
  readonly needed: number
}

async function oldRuns(env: NonNullable<SkilletOptions["env"]>, before: number): Promise<OldRuns> {
  if (!fs.existsSync(databaseFile(env))) return { runs: [], named: [], needed: 0 }
  const opened = await openRuns({ env })
  try {
    const all = await opened.engine.store.runs()
    const named = runsOfOpenTasks(databaseFile(env))
    const { remove, needed } = planPrune(all, before, (id) => named.has(id))
    const wanted = new Set(remove)
    return { runs: all.filter(({ id }) => wanted.has(id)), named: remove, needed }
  } finally {
    await opened.close()
  }
}

/** A link in a project could lead anywhere, so nothing is removed through one. */
function foldersOf({ id, directory }: Run, transcripts: string): readonly string[] {
  const own = directory === undefined ? [] : [path.join(directory, OUTPUT_FOLDER, id)]
  const isOwn = (folder: string) => fs.existsSync(folder) && fs.realpathSync(folder) === folder
  return [...[path.join(transcripts, id)].filter((folder) => fs.existsSync(folder)), ...own.filter(isOwn)]
}
