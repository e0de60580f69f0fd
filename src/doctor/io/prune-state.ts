import fs from "node:fs"
import path from "node:path"
import { planOver, pruneRuns, type PrunedState } from "../../run/io/store/prune-runs.ts"
import { OUTPUT_FOLDER } from "../../run/directive/commands.ts"
import { planPrune, type PrunePlan } from "../../run/history/plan-prune.ts"
import type { Run } from "../../run/model.ts"
import { locateAgentFiles, locateRunFolder } from "../../run/io/agents/agent-files.ts"
import { isRawLog } from "../../run/io/agents/raw-log.ts"
import type { SkilletOptions } from "../../catalog/io/session/options.ts"
import { locateDatabase } from "../../system/database/locate-database.ts"
import { openRuns } from "../../run/io/open-runs.ts"
import { SkilletError } from "../../problem/failure.ts"
import { isPostgresAddress } from "../../system/database/postgres-address.ts"
import { openTaskTables } from "../../tasks/io/store/open-wake-store.ts"
import { countOldSessions, pruneSessions } from "../../tasks/io/store/prune-sessions.ts"
import { readNamedRuns } from "../../tasks/io/store/read-named-runs.ts"
import { listKeptFiles, listStateKinds } from "./show-state.ts"

export interface Pruning {
  /** In milliseconds: removes what was last used longer ago than this. */
  readonly olderThan: number
  readonly isDryRun: boolean
  /** The current time (default: now; on a server, by its clock). */
  readonly now?: number | undefined
}

export interface Pruned {
  readonly runs: readonly string[]
  /** On a server: messages to workers that no worker could handle, of runs that do not exist any more. */
  readonly messages: number
  /** Old trees of runs that are kept because a running run or an open task needs them. */
  readonly needed: number
  /** Sessions of hosts that are no longer remembered. */
  readonly sessions: number
  readonly files: number
  readonly bytes: number
}

export interface PruneOptions extends Pick<SkilletOptions, "env"> {
  /** The file of the thread for a server, where it is not beside the program. */
  readonly thread?: URL | undefined
}

/**
 * Removes runs that ended, with their texts, transcripts and files, old files of the cache, and old raw output of
 * spawned agents. The transcripts of these stay: their directories reserve the agents' names.
 */
export async function pruneState(options: PruneOptions, how: Pruning): Promise<Pruned> {
  const env = options.env ?? process.env
  const { olderThan, isDryRun, now = Date.now() } = how
  const address = locateDatabase(env)
  const {
    plan,
    sessions,
    messages = 0,
    bytes: inDatabase,
  } = isPostgresAddress(address)
    ? await pruneShared(address, how, options.thread)
    : await pruneDatabase(env, { before: now - olderThan, isDryRun, now })
  const folders = plan.runs.flatMap((run) => listRunFolders(run, locateAgentFiles(env).transcripts))
  const gone = folders.flatMap(listKeptFiles)
  const cached = listStateKinds(env)
    .filter(({ isCache }) => isCache === true)
    .flatMap(({ paths }) => paths.flatMap(listKeptFiles))
  const counted = new Set(gone.map(({ file }) => file))
  const raw = listKeptFiles(locateAgentFiles(env).transcripts).filter(
    ({ file }) => isRawLog(file) && !counted.has(file),
  )
  const old = [...cached, ...raw].filter(({ changed }) => changed < now - olderThan)
  const removed = [...gone, ...old]
  const bytes = removed.reduce((sum, file) => sum + file.bytes, inDatabase)
  if (!isDryRun) {
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true })
    for (const { file } of old) fs.rmSync(file, { force: true })
  }
  return { runs: plan.remove, messages, needed: plan.needed, sessions, files: removed.length, bytes }
}

type OldRun = Pick<Run, "id" | "directory">

interface OldRuns extends PrunePlan {
  readonly runs: readonly OldRun[]
}

interface PrunedDatabase {
  readonly plan: OldRuns
  readonly sessions: number
  readonly messages?: number | undefined
  readonly bytes: number
}

async function pruneDatabase(
  env: NonNullable<SkilletOptions["env"]>,
  { before, isDryRun, now }: Pick<Pruning, "isDryRun"> & { readonly before: number; readonly now: number },
): Promise<PrunedDatabase> {
  const file = locateDatabase(env)
  if (!fs.existsSync(file)) return { plan: { remove: [], needed: 0, runs: [] }, sessions: 0, bytes: 0 }
  // Brings an older database up to date, and a run that a task needs is found only in tables of tasks that we can read.
  await (await openRuns({ env })).close()
  const tasks = await openTaskTables(file)
  const sessions = isDryRun ? countOldSessions(tasks, before) : pruneSessions(tasks, before)
  tasks.close()
  const plan = ({ runs, named }: PrunedState): OldRuns => {
    const made = planPrune(runs, before, (id) => named.has(id))
    const wanted = new Set(made.remove)
    return { ...made, runs: runs.filter(({ id }) => wanted.has(id)) }
  }
  return isDryRun
    ? { plan: planOver(file, plan, { readNamed: readNamedRuns }), sessions, bytes: 0 }
    : { ...pruneRuns(file, plan, { readNamed: readNamedRuns, now }), sessions }
}

/** By the clock of the server, which the times in runs follow. */
async function pruneShared(address: string, how: Pruning, thread: URL | undefined): Promise<PrunedDatabase> {
  const { olderThan, isDryRun } = how
  const [{ openPostgresRunStore }, { pruneServer }, { pruneMessages }] = await Promise.all([
    import("../../run/io/postgres/open-postgres-run-store.ts"),
    import("../../run/io/postgres/prune-server.ts"),
    import("../../run/io/postgres/prune-messages.ts"),
  ])
  const store = openPostgresRunStore({ address, thread })
  const now = how.now ?? store.readClock()
  await store.close()
  await requireUser(address, thread)
  const before = now - olderThan
  const tasks = await openTaskTables(address, undefined, thread)
  const sessions = isDryRun ? countOldSessions(tasks, before) : pruneSessions(tasks, before)
  tasks.close()
  const plan = pruneServer({ address, thread, before, now, isDryRun, readNamed: readNamedRuns })
  return { plan, sessions, messages: await pruneMessages({ address, thread, isDryRun }), bytes: plan.bytes }
}

async function requireUser(address: string, thread: URL | undefined): Promise<void> {
  const [{ openPostgres }, { findRights }] = await Promise.all([
    import("../../system/postgres/open-postgres.ts"),
    import("../../system/postgres/examine-server.ts"),
  ])
  const database = openPostgres({ address, thread, subject: "check" })
  try {
    const rights = findRights(database)
    if (rights === "owner" || rights === "user") return
    const what = rights === "worker" ? "a worker's role may not remove runs" : "this role has no rights in the schema"
    throw new SkilletError("store.forbidden", `${database.file}: ${what}`, {
      retry: "no",
      next: "use the address of a user or of the owner; skillet db check says which role this is",
    })
  } finally {
    database.close()
  }
}

/** A link in a project could lead anywhere, so nothing is removed through one. */
function listRunFolders({ id, directory }: OldRun, transcripts: string): readonly string[] {
  const own = directory === undefined ? [] : [path.join(directory, OUTPUT_FOLDER, id)]
  const isOwn = (folder: string) => fs.existsSync(folder) && fs.realpathSync(folder) === folder
  return [...[locateRunFolder(transcripts, id)].filter((folder) => fs.existsSync(folder)), ...own.filter(isOwn)]
}
