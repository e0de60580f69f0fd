import { migrate, type SubjectTables } from "../database/migrate.ts"
import { hasNewestTables } from "../database/open-database.ts"
import { openPostgres, type Postgres, type PostgresOptions } from "./open-postgres.ts"

/** Opens a schema with the tables of these subjects in their newest version. */
export function openPostgresTables(options: PostgresOptions, tables: readonly SubjectTables[]): Postgres {
  const database = openPostgres(options)
  try {
    const old = tables.filter((one) => !hasNewestTables(database, one))
    if (old.length > 0) migrateAlone(options, old)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Tables are created by one process at a time, whatever others share. */
function migrateAlone(options: PostgresOptions, tables: readonly SubjectTables[]): void {
  const database = openPostgres({ ...options, subject: "tables", shares: false })
  try {
    for (const one of tables) migrate(database, one)
  } finally {
    database.close()
  }
}
