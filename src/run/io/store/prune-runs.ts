import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../../problem/failure.ts"
import type { Run } from "../../model.ts"
import { locateArtifacts, openArtifacts, readArtifactBody } from "./artifacts.ts"
import { decodeText } from "../../../system/database/decode-cells.ts"
import { type Database, openDatabase } from "../../../system/database/open-database.ts"
import { openHistoryReaders } from "./read-history.ts"

/** An artifact that was written or used within this time may belong to a commit that is about to happen. */
export const RECENT = 60 * 60 * 1000

/** Everything in a database that decides whether a run may be removed. */
export interface PrunedState {
  readonly runs: readonly Run[]
  /** The runs that open tasks of any project follow. */
  readonly named: ReadonlySet<string>
}

export interface RunPruning {
  /** The runs that others need, read in the transaction of the plan. */
  readonly readNamed: (database: Database) => ReadonlySet<string>
  readonly now: number
}

/** What a plan decides from the current state of a database, without changing it. */
export function planOver<Plan>(
  file: string,
  plan: (state: PrunedState) => Plan,
  { readNamed }: Pick<RunPruning, "readNamed">,
): Plan {
  const database = openDatabase(file, 5000)
  try {
    return database.moment(() => plan({ runs: readRuns(database), named: readNamed(database) }))
  } finally {
    database.close()
  }
}

/**
 * Removes the runs of a plan from the database, and large texts that nothing refers to any more. The plan is made in
 * the transaction that carries it out: no run can begin between the two and need one that is removed.
 */
export function pruneRuns<Plan extends { readonly remove: readonly string[] }>(
  file: string,
  plan: (state: PrunedState) => Plan,
  { readNamed, now }: RunPruning,
): { readonly plan: Plan; readonly bytes: number } {
  const database = openDatabase(file, 5000)
  const before = measureDatabase(file)
  try {
    const planned = database.transaction(() => {
      const made = plan({ runs: readRuns(database), named: readNamed(database) })
      const wanted = new Set(made.remove)
      const rows = database.all("SELECT number, CAST(id AS BLOB) FROM runs WHERE status <> 'running'")
      for (const [number, id] of rows) {
        if (!wanted.has(decodeText(id ?? null))) continue
        for (const [table, column] of tables)
          database.write(`DELETE FROM ${table} WHERE ${column} = ?`, [Number(number)])
      }
      return { result: made, keep: true }
    })
    if (planned.remove.length === 0) return { plan: planned, bytes: 0 }
    const artifacts = removeUnused(
      file,
      new Set(database.all(REFERRED).flatMap(([cell]) => readArtifactDigest(cell))),
      now,
    )
    shrink(() => database.exec("VACUUM"))
    return { plan: planned, bytes: Math.max(0, before - measureDatabase(file)) + artifacts }
  } finally {
    database.close()
  }
}

function readRuns(database: Database): readonly Run[] {
  const { file } = database
  return openHistoryReaders({ file, database, artifacts: openArtifacts(file), known: new Map() }).runs()
}

const tables = [
  ["items", "run"],
  ["records", "run"],
  ["starts", "run"],
  ["runs", "number"],
] as const

/** Every cell that may be the digest of a large text. */
export const REFERRED =
  "SELECT request FROM items UNION ALL SELECT text FROM items UNION ALL SELECT start FROM starts UNION ALL SELECT json FROM definitions"

export function readArtifactDigest(cell: Parameters<typeof readArtifactBody>[0]): readonly string[] {
  const body = readArtifactBody(cell)
  return body?.kind === "artifact" ? [body.digest] : []
}

function removeUnused(file: string, used: ReadonlySet<string>, now: number): number {
  const folder = locateArtifacts(file)
  if (!fs.existsSync(folder)) return 0
  let bytes = 0
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const at = path.join(folder, name)
    const stat = fs.statSync(at, { throwIfNoEntry: false })
    if (stat?.isFile() !== true || used.has(path.basename(name)) || now - stat.mtimeMs < RECENT) continue
    fs.rmSync(at, { force: true })
    bytes += stat.size
  }
  return bytes
}

/** If another process is reading, the space is reused later, and nothing is lost. */
function shrink(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof SkilletError)) throw error
  }
}

function measureDatabase(file: string): number {
  return ["", "-wal"].reduce(
    (sum, end) => sum + (fs.statSync(`${file}${end}`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}
