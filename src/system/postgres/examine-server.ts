import { randomUUID } from "node:crypto"
import { openPostgres, type Postgres } from "./open-postgres.ts"
import { nameQueueSchema } from "./queue-schema.ts"

export interface ExaminedServer {
  readonly version: string
  readonly schema: string
  readonly role: string
  /** Rights that nothing here needs. */
  readonly isSuperuser: boolean
  /** What the role is in the schema, or would be if it created it; `none` as long as the owner gave it nothing. */
  readonly rights: "owner" | "user" | "worker" | "none"
  readonly isEncrypted: boolean
  /** Between this machine and the server is a pooler that gives each transaction another session. */
  readonly isPooled: boolean
  readonly hasQueue: boolean
}

const FACTS = `SELECT current_setting('server_version'), current_user,
  (SELECT rolsuper FROM pg_roles WHERE rolname = current_user),
  coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false),
  EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = 'job')`

export function examineServer(database: Postgres, address: string, thread?: URL): ExaminedServer {
  const { schema } = database.address
  const [version, role, isSuperuser, isEncrypted, hasQueue] = database.ask(FACTS, [nameQueueSchema(schema)])[0] ?? []
  return {
    version: String(version),
    schema,
    role: String(role),
    isSuperuser: isSuperuser === 1,
    rights: findRights(database),
    isEncrypted: isEncrypted === 1,
    isPooled: database.isPooled || isPooledBetween(database, address, thread),
    hasQueue: hasQueue === 1,
  }
}

const OWNER = "SELECT 1 FROM pg_namespace WHERE nspname = $1 AND pg_has_role(current_user, nspowner, 'MEMBER')"
/** Who creates a schema owns it. */
const WOULD_OWN = `SELECT 1 WHERE has_database_privilege(current_database(), 'CREATE')
  AND NOT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = $1)`
const KINDS = `SELECT kind FROM members JOIN pg_roles ON rolname = role
  WHERE pg_has_role(current_user, oid, 'MEMBER') ORDER BY kind LIMIT 1`

export function findRights(database: Postgres): ExaminedServer["rights"] {
  const { schema } = database.address
  if ([OWNER, WOULD_OWN].some((sql) => database.ask(sql, [schema]).length > 0)) return "owner"
  if (!database.layout.listTables().includes("members")) return "none"
  const [kind] = database.ask(KINDS)[0] ?? []
  return kind === "user" || kind === "worker" ? kind : "none"
}

const TRIES = 3

/** Set for a session, and read again: what was set on one connection is seen by that one only. */
const MARK = "SELECT set_config('skillet.probe', $1, false)"
const MARKED = "SELECT coalesce(current_setting('skillet.probe', true), '')"

/**
 * Whether a pooler in transaction mode is in between: it gives the session of one connection to another one, which then
 * sees what the first one set, or takes it away, whichever sessions it hands out first.
 */
export function isPooledBetween(database: Postgres, address: string, thread?: URL): boolean {
  const other = openPostgres({ address, subject: "check", thread })
  const readMark = (on: Postgres) => String(on.ask(MARKED)[0]?.[0])
  try {
    const mark = randomUUID()
    database.ask(MARK, [mark])
    for (let tried = 0; tried < TRIES; tried++)
      if (readMark(other) === mark || readMark(database) !== mark || other.moment(() => readMark(database)) !== mark)
        return true
    return false
  } finally {
    other.close()
  }
}
