import fs from "node:fs"
import { SkilletError } from "../../problem/failure.ts"
import type { Problem } from "../../problem/problem.ts"
import { locateDatabase } from "../../system/database/locate-database.ts"
import { type Database, hasNewestTables, openDatabase } from "../../system/database/open-database.ts"
import { isPostgresAddress, readPostgresAddress } from "../../system/database/postgres-address.ts"
import type { ExaminedServer } from "../../system/postgres/examine-server.ts"
import { examineRuns } from "./examine-runs.ts"
import type { RoleGrant } from "./grant-roles.ts"
import { allTables, openWholeDatabase } from "./open-whole-database.ts"

type Env = Readonly<Record<string, string | undefined>>

export interface CheckedDatabase {
  /** Where it is, without a password. */
  readonly at: string
  readonly kind: "file" | "server"
  /** The subjects whose tables are missing or old. `migrateDatabase` creates or changes them. */
  readonly outdated: readonly string[]
  readonly runs: number
  /** What is wrong with the stored runs. */
  readonly problems: readonly Problem[]
  readonly server?: ExaminedServer | undefined
}

export async function checkDatabase(env: Env): Promise<CheckedDatabase> {
  const where = locateDatabase(env)
  if (!isPostgresAddress(where)) return checkFile(where, env)
  const { openPostgres } = await import("../../system/postgres/open-postgres.ts")
  const { examineServer } = await import("../../system/postgres/examine-server.ts")
  const database = openPostgres({ address: where, subject: "check" })
  try {
    const server = examineServer(database, where)
    return { ...(await summarise(database, env)), kind: "server", server }
  } finally {
    database.close()
  }
}

/** Nothing is created. */
async function checkFile(file: string, env: Env): Promise<CheckedDatabase> {
  const outdated = allTables.map(({ subject }) => subject)
  if (!fs.existsSync(file)) return { at: file, kind: "file", outdated, runs: 0, problems: await examineRuns(env) }
  const database = openDatabase(file, 5000)
  try {
    return { ...(await summarise(database, env)), kind: "file" }
  } finally {
    database.close()
  }
}

async function summarise(database: Database, env: Env): Promise<Omit<CheckedDatabase, "kind" | "server">> {
  const outdated = allTables.filter((tables) => !hasNewestTables(database, tables)).map(({ subject }) => subject)
  const hasRuns = database.layout.listTables().includes("runs")
  const runs = hasRuns ? Number(database.first("SELECT count(*) FROM runs")?.[0]) : 0
  // Looking at runs would create their tables.
  const problems = outdated.includes("runs") ? [] : await examineRuns(env)
  return { at: database.file, outdated, runs, problems }
}

export interface Migration {
  /** Roles of the server that get rights in the schema. Those that have some already keep them. */
  readonly roles?: readonly RoleGrant[] | undefined
}

export async function migrateDatabase(env: Env, { roles = [] }: Migration = {}): Promise<CheckedDatabase> {
  const where = locateDatabase(env)
  if (roles.length > 0) requireAddress(where)
  const { database } = await openWholeDatabase(where)
  database.close()
  if (isPostgresAddress(where)) {
    const { openBoss } = await import("../../system/postgres/open-boss.ts")
    const boss = await openBoss({ address: where, maintains: false, onProblem: () => undefined })
    await boss.stop({ graceful: false })
    const { grantRoles } = await import("./grant-roles.ts")
    grantRoles(where, roles)
  }
  return checkDatabase(env)
}

/** The statements that give these roles their rights, for an administrator who runs them. Nothing is changed. */
export async function printRoleGrants(env: Env, roles: readonly RoleGrant[]): Promise<readonly string[]> {
  const { schema } = readPostgresAddress(requireAddress(locateDatabase(env)))
  const { writeRoleGrants } = await import("./grant-roles.ts")
  return writeRoleGrants(schema, roles)
}

function requireAddress(where: string): string {
  if (isPostgresAddress(where)) return where
  throw new SkilletError("store.no-roles", "a file has no roles, only a PostgreSQL server", {
    retry: "no",
    next: "give --database postgres://owner@host/database",
  })
}
