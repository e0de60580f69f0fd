import { SkilletError } from "../../problem/failure.ts"
import {
  queueRights,
  workerRights,
  workerSequences,
  writeQueueGuards,
  writeRoleGuards,
} from "../../run/io/postgres/role-guards.ts"
import { openPostgres, type Postgres } from "../../system/postgres/open-postgres.ts"
import { nameQueueSchema } from "../../system/postgres/queue-schema.ts"

/** A role of the server and what it may do: a `user` all but change tables, a `worker` only work on dispatches. */
export interface RoleGrant {
  readonly kind: "user" | "worker"
  readonly role: string
}

/** The statements that give these roles their rights in a schema whose tables exist, and no others. */
export function writeRoleGrants(schema: string, grants: readonly RoleGrant[]): readonly string[] {
  return [
    writeRoleGuards(schema).trim(),
    writeQueueGuards(schema, nameQueueSchema(schema)).trim(),
    ...grants.flatMap((grant) => writeGrant(schema, grant)),
  ]
}

function writeGrant(schema: string, { kind, role }: RoleGrant): readonly string[] {
  const queue = nameQueueSchema(schema)
  const [name, text] = [`"${role.replaceAll('"', '""')}"`, `'${role.replaceAll("'", "''")}'`]
  const all = (on: string, rights: string, what: "TABLES" | "SEQUENCES") =>
    `GRANT ${rights} ON ALL ${what} IN SCHEMA ${on} TO ${name}`
  const own =
    kind === "user"
      ? [
          all(schema, "SELECT, INSERT, UPDATE, DELETE", "TABLES"),
          `REVOKE INSERT, UPDATE, DELETE ON ${schema}.members, ${schema}.schemas FROM ${name}`,
          all(schema, "USAGE, SELECT", "SEQUENCES"),
        ]
      : [
          ...Object.entries(workerRights).map(([table, rights]) => `GRANT ${rights} ON ${schema}.${table} TO ${name}`),
          ...workerSequences.map((sequence) => `GRANT USAGE ON SEQUENCE ${schema}.${sequence} TO ${name}`),
        ]
  return [
    // What it had before as another kind.
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${name}`,
    `REVOKE ALL ON ALL SEQUENCES IN SCHEMA ${schema} FROM ${name}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${queue} FROM ${name}`,
    `GRANT USAGE ON SCHEMA ${schema}, ${queue} TO ${name}`,
    ...own,
    all(queue, "SELECT", "TABLES"),
    ...Object.entries(queueRights).map(([table, rights]) => `GRANT ${rights} ON ${queue}.${table} TO ${name}`),
    all(queue, "USAGE, SELECT", "SEQUENCES"),
    `INSERT INTO ${schema}.members (role, kind) VALUES (${text}, '${kind}') ON CONFLICT (role) DO UPDATE SET kind = excluded.kind`,
  ]
}

const MEMBERS = "SELECT role, kind FROM members ORDER BY role"
/** An administrator or the owner is bound by nothing, and a worker that is also a user is a user. */
const STANDING = `SELECT rolsuper OR pg_has_role(oid, (SELECT nspowner FROM pg_namespace WHERE nspname = $2), 'MEMBER')
  FROM pg_roles WHERE rolname = $1`

/**
 * Gives roles of the server their rights in one transaction, and gives those that had some before theirs for tables that are
 * new. Only the owner of the schema can; without any role, nothing is changed.
 */
export function grantRoles(address: string, grants: readonly RoleGrant[], thread?: URL): void {
  const database = openPostgres({ address, subject: "roles", thread })
  try {
    const { schema } = database.address
    const before = listMembers(database)
    const named = new Set(grants.map(({ role }) => role))
    const all = [...before.filter(({ role }) => !named.has(role)), ...grants]
    if (all.length === 0 || (grants.length === 0 && !isOwner(database))) return
    for (const grant of grants) requireBound(database, grant)
    const sql = writeRoleGrants(
      schema,
      all.filter(({ role }) => named.has(role) || findStanding(database, role)),
    )
    database.transaction(() => {
      for (const statement of sql) database.exec(statement)
      return { result: undefined, keep: true }
    })
  } finally {
    database.close()
  }
}

function listMembers(database: Postgres): readonly RoleGrant[] {
  if (!database.layout.listTables().includes("members")) return []
  return database
    .ask(MEMBERS)
    .map(([role, kind]) => ({ role: String(role), kind: kind === "user" ? "user" : "worker" }))
}

function isOwner(database: Postgres): boolean {
  const [row] = database.ask(
    "SELECT pg_has_role(current_user, nspowner, 'MEMBER') FROM pg_namespace WHERE nspname = $1",
    [database.address.schema],
  )
  return row?.[0] === 1
}

/** Whether a role exists, and whether rules bind it. */
function findStanding(database: Postgres, role: string): { readonly isFree: boolean } | undefined {
  const [row] = database.ask(STANDING, [role, database.address.schema])
  return row && { isFree: row[0] === 1 }
}

function requireBound(database: Postgres, { role, kind }: RoleGrant): void {
  const standing = findStanding(database, role)
  if (standing === undefined)
    throw new SkilletError("store.no-role", `${database.file} has no role ${role}`, {
      retry: "no",
      next: `let an administrator of the server create it: CREATE ROLE "${role}" LOGIN PASSWORD '…'`,
    })
  if (standing.isFree && kind === "worker")
    throw new SkilletError("store.free-role", `${role} may do everything in this schema, so it cannot be a worker`, {
      retry: "no",
      next: "use a role that is neither an administrator nor the owner of the schema",
    })
}
