import fs from "node:fs"
import path from "node:path"
import { locateArtifacts } from "../../run/io/store/artifacts.ts"
import { hasEnded } from "../../run/run-result.ts"
import { locateAgentFiles } from "../../run/io/agents/agent-files.ts"
import { locateDatabase } from "../../system/database/locate-database.ts"
import { openRuns } from "../../run/io/open-runs.ts"
import type { SkilletOptions } from "../../catalog/io/session/options.ts"
import { describeLoss, locateKnown, readKnownDatabase } from "../../system/database/known-database.ts"
import { isPostgresAddress } from "../../system/database/postgres-address.ts"
import { locateOwnFiles } from "../../system/own-files.ts"

export interface KeptState {
  readonly kinds: readonly {
    readonly kind: string
    readonly paths: readonly string[]
    readonly files: number
    readonly bytes: number
  }[]
  readonly runs: { readonly all: number; readonly running: number }
  /** Set if there was a database before, and the one that is used now had to be created. */
  readonly lost?: string | undefined
}

/** What is stored on this machine, by kind. Nothing is created. */
export async function showState(options: Pick<SkilletOptions, "env">): Promise<KeptState> {
  const env = options.env ?? process.env
  const database = locateDatabase(env)
  const lost = isPostgresAddress(database) ? undefined : findLoss(database)
  return {
    kinds: listStateKinds(env).map(({ kind, paths }) => {
      const sizes = paths.flatMap(listKeptFiles).map(({ bytes }) => bytes)
      return { kind, paths, files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
    }),
    runs: await countRuns(env),
    lost,
  }
}

/** A database that is gone, or had to be created again. */
export function findLoss(file: string): string | undefined {
  const known = readKnownDatabase(file)
  if (known === undefined) return undefined
  if (known.lost !== undefined) return describeLoss(file, known)
  const isThere = (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0
  return isThere ? undefined : `there was a database ${file} before, but it is missing or empty now`
}

async function countRuns(env: NonNullable<SkilletOptions["env"]>): Promise<KeptState["runs"]> {
  const database = locateDatabase(env)
  if (!isPostgresAddress(database) && !fs.existsSync(database)) return { all: 0, running: 0 }
  const runs = await openRuns({ env })
  try {
    const all = await runs.engine.store.runs()
    return { all: all.length, running: all.filter((run) => !hasEnded(run)).length }
  } finally {
    await runs.close()
  }
}

export interface KeptFile {
  readonly file: string
  readonly bytes: number
  readonly changed: number
}

/** Links are counted as links and never followed. */
export function listKeptFiles(at: string): readonly KeptFile[] {
  const stat = fs.lstatSync(at, { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (!stat.isDirectory()) return [{ file: at, bytes: stat.size, changed: stat.mtimeMs }]
  return fs.readdirSync(at).flatMap((name) => listKeptFiles(path.join(at, name)))
}

/** What Skillet stores on this machine, one row for each kind. */
interface StateKind {
  readonly kind: string
  readonly paths: readonly string[]
  /** Removed by age, file by file; everything in it is rebuilt when needed. */
  readonly isCache?: true
}

export function listStateKinds(env: Readonly<Record<string, string | undefined>>): readonly StateKind[] {
  const { data, cache } = locateOwnFiles(env)
  const database = locateDatabase(env)
  const agents = locateAgentFiles(env)
  // What is on a server is not on this machine.
  const files: readonly StateKind[] = isPostgresAddress(database)
    ? []
    : [
        { kind: "runs", paths: [database, `${database}-wal`, `${database}-shm`, locateKnown(database)] },
        { kind: "texts", paths: [locateArtifacts(database)] },
      ]
  return [
    ...files,
    { kind: "transcripts", paths: [agents.transcripts] },
    {
      kind: "agents",
      paths: [agents.ledger, agents.sessions, agents.logs, agents.peeks, agents.empty, agents.worktrees],
    },
    { kind: "approvals", paths: [path.join(data, "trust.json"), path.join(data, "approved")] },
    { kind: "cache", paths: [cache], isCache: true },
  ]
}
