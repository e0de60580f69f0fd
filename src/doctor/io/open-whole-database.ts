import { type Artifacts, openArtifacts } from "../../run/io/store/artifacts.ts"
import { runTables } from "../../run/io/store/run-tables.ts"
import { scheduleTables } from "../../schedule/io/store/schedule-tables.ts"
import { migrate, type SubjectTables } from "../../system/database/migrate.ts"
import { type Database, openDatabase } from "../../system/database/open-database.ts"
import { isPostgresAddress } from "../../system/database/postgres-address.ts"
import { TASKS } from "../../tasks/io/store/open-wake-store.ts"
import { taskTables } from "../../tasks/io/store/task-tables.ts"

/** Every subject that has tables, in the order in which their rows can be copied: due times refer to runs. */
export const allTables: readonly SubjectTables[] = [runTables, { ...TASKS, ...taskTables }, scheduleTables]

/** A database with all its tables, whichever it is. */
export interface WholeDatabase {
  readonly database: Database
  readonly artifacts: Artifacts
}

/** Opens a file or an address, with all tables in their newest version. Nobody else writes while it has a transaction. */
export async function openWholeDatabase(where: string): Promise<WholeDatabase> {
  if (isPostgresAddress(where)) {
    const [{ openPostgresTables }, { openRowArtifacts }] = await Promise.all([
      import("../../system/postgres/open-postgres-tables.ts"),
      import("../../run/io/postgres/row-artifacts.ts"),
    ])
    const database = openPostgresTables({ address: where, subject: allTables.map((one) => one.subject) }, allTables)
    return { database, artifacts: openRowArtifacts(database) }
  }
  const database = openDatabase(where, 5000)
  for (const tables of allTables) migrate(database, tables)
  return { database, artifacts: openArtifacts(where) }
}

/** The tables that a subject's statements create, in their order. */
export function listTableNames({ create }: SubjectTables): readonly string[] {
  return [...create.matchAll(/CREATE TABLE (\w+)/g)].map(([, name = ""]) => name)
}
