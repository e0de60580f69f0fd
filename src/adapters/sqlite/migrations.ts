import { SkilletError } from "../../problem/failure.ts"
import { type Database, NEWEST, versionOf } from "./open-database.ts"
import { damaged } from "./store-failure.ts"
import { openArtifacts } from "./artifacts.ts"
import { version2 } from "./rows.ts"
import { wakeTables } from "./wake/wake-schema.ts"
import { migrateVersion1 } from "./version-1/migrate-version-1.ts"

/** How often to wait for another process that brings the file up to date, which may take longer than a commit. */
const MOST_TRIES = 12

/** Brings an older file up to date in one transaction; one from a newer version is left alone. */
export function migrate(database: Database): void {
  if (versionOf(database) === NEWEST) return
  if (versionOf(database) === 0) database.exec("PRAGMA journal_mode = WAL")
  patiently(database, () => bringUpToDate(database))
  if (versionOf(database) > NEWEST) throw newer(database)
}

function bringUpToDate(database: Database): void {
  database.transaction(() => {
    const version = versionOf(database)
    if (version === 0) createTables(database)
    if (version === 1) migrateVersion1({ database, artifacts: openArtifacts(database.file), at: Date.now() })
    if (version < NEWEST) database.exec(`${wakeTables}; PRAGMA user_version = ${NEWEST}`)
    return { result: undefined, keep: version < NEWEST }
  })
}

function createTables(database: Database): void {
  if (database.first("SELECT 1 FROM sqlite_master LIMIT 1") !== undefined)
    throw damaged(database.file, "it has tables and does not say of which version")
  database.exec(version2)
}

function patiently(database: Database, act: () => void): void {
  for (let tries = 1; ; tries++) {
    try {
      return act()
    } catch (error) {
      const isBusy = error instanceof SkilletError && error.code === "store.busy"
      if (!isBusy || tries === MOST_TRIES || versionOf(database) !== 1) throw error
    }
  }
}

function newer(database: Database): SkilletError {
  return new SkilletError(
    "store.newer",
    `${database.file} is of version ${versionOf(database)}, and this Skillet knows up to ${NEWEST}`,
    { retry: "no", next: "use the newer Skillet that wrote it; `skillet --version` says which one this is" },
  )
}
