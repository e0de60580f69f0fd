import { SkilletError } from "../../problem/failure.ts"
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
  } catch (error) {
    throw isForbidden(error) ? makeOutdatedError(database, tables) : error
  } finally {
    database.close()
  }
}

function isForbidden(error: unknown): error is SkilletError {
  return error instanceof SkilletError && error.code === "store.forbidden"
}

/** What a role without rights cannot see is as good as missing. */
function makeOutdatedError({ address }: Postgres, tables: readonly SubjectTables[]): SkilletError {
  const named = tables.map(({ subject }) => subject).join(", ")
  const { username } = new URL(address.connection)
  return new SkilletError(
    "store.outdated",
    `${address.shown}: the tables of ${named} are missing, old or not for this user, who may not create them`,
    {
      retry: "no",
      next: `let the owner of the schema run skillet db migrate --role user=${decodeURIComponent(username) || "NAME"} (or worker=…)`,
    },
  )
}
