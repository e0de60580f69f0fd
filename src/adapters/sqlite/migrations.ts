import { SkilletError } from "../../skill/failure.ts"
import type { Database } from "./database/open-database.ts"
import { version2 } from "./schema.ts"

const NEWEST = 2

/** Brings an older file up to date in one transaction; one from a newer version is left alone. */
export function migrate(database: Database): void {
  if (versionOf(database) === NEWEST) return
  if (versionOf(database) === 0) database.exec("PRAGMA journal_mode = WAL")
  database.transaction(() => {
    if (versionOf(database) === 0) database.exec(`${version2}; PRAGMA user_version = ${NEWEST}`)
    return { result: undefined, keep: true }
  })
  if (versionOf(database) > NEWEST) throw newer(database)
}

function versionOf(database: Database): number {
  return Number(database.first("PRAGMA user_version")?.[0])
}

function newer(database: Database): SkilletError {
  return new SkilletError(
    "store.newer",
    `${database.file} is of version ${versionOf(database)}, and this Skillet knows up to ${NEWEST}`,
    { retry: "no", next: "use the newer Skillet that wrote it; `skillet --version` says which one this is" },
  )
}
