import fs from "node:fs"
import path from "node:path"
import { artifactFolder, readBody } from "./artifacts.ts"
import { textOf } from "./cells.ts"
import { openDatabase } from "./open-database.ts"
import { SkilletError } from "../../problem/failure.ts"

/** An artifact that was written or used within this time may belong to a commit that is about to happen. */
const RECENT = 60 * 60 * 1000

/** Removes runs from the database, and large texts that nothing refers to any more. Running runs are left alone. */
export function pruneRuns(file: string, ids: readonly string[], now: number): { readonly bytes: number } {
  const database = openDatabase(file, 5000)
  const before = sizeOf(file)
  try {
    database.transaction(() => {
      const wanted = new Set(ids)
      const rows = database.all("SELECT number, CAST(id AS BLOB) FROM runs WHERE status <> 'running'")
      for (const [number, id] of rows) {
        if (!wanted.has(textOf(id ?? null))) continue
        for (const [table, column] of tables)
          database.write(`DELETE FROM ${table} WHERE ${column} = ?`, [Number(number)])
      }
      return { result: undefined, keep: true }
    })
    const artifacts = removeUnused(file, new Set(database.all(REFERRED).flatMap(([cell]) => digestIn(cell))), now)
    shrink(() => database.exec("VACUUM"))
    return { bytes: Math.max(0, before - sizeOf(file)) + artifacts }
  } finally {
    database.close()
  }
}

/** The runs that open tasks of any project follow. */
export function runsOfOpenTasks(file: string): ReadonlySet<string> {
  const database = openDatabase(file, 5000)
  try {
    const rows = database.all(
      "SELECT CAST(doc AS BLOB) FROM tasks WHERE deleted IS NULL AND status IN ('pending', 'active', 'blocked', 'in_review')",
    )
    return new Set(rows.flatMap(([doc]) => (JSON.parse(textOf(doc ?? null)) as { readonly run?: string }).run ?? []))
  } finally {
    database.close()
  }
}

const tables = [
  ["items", "run"],
  ["records", "run"],
  ["starts", "run"],
  ["runs", "number"],
] as const

const REFERRED =
  "SELECT request FROM items UNION ALL SELECT text FROM items UNION ALL SELECT start FROM starts UNION ALL SELECT json FROM definitions"

function digestIn(cell: Parameters<typeof readBody>[0]): readonly string[] {
  const body = readBody(cell)
  return body?.kind === "artifact" ? [body.digest] : []
}

function removeUnused(file: string, used: ReadonlySet<string>, now: number): number {
  const folder = artifactFolder(file)
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

function sizeOf(file: string): number {
  return ["", "-wal"].reduce(
    (sum, end) => sum + (fs.statSync(`${file}${end}`, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}
