import type { Database } from "../open-database.ts"

const names = [
  "definitions",
  "runs",
  "starts",
  "visits",
  "vals",
  "results",
  "dispatches",
  "queue",
  "questions",
  "events",
] as const

type OldTable = (typeof names)[number]

/** The name of a version 1 table while its rows are migrated. */
export function setAside(name: OldTable): string {
  return `version1_${name}`
}

/** Makes room for the tables of version 2, which have some of the same names. */
export function setTablesAside(database: Database): void {
  database.exec("DROP INDEX running; DROP INDEX leased")
  for (const name of names) database.exec(`ALTER TABLE ${name} RENAME TO ${setAside(name)}`)
}

export function dropTables(database: Database): void {
  for (const name of names) database.exec(`DROP TABLE ${setAside(name)}`)
}

export function countRows(database: Database, name: OldTable): number {
  return Number(database.all(`SELECT count(*) FROM ${setAside(name)}`)[0]?.[0])
}
