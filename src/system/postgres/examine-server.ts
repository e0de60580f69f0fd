import { openPostgres, type Postgres } from "./open-postgres.ts"
import { nameQueueSchema } from "./queue-schema.ts"

export interface ExaminedServer {
  readonly version: string
  readonly schema: string
  readonly role: string
  /** Rights that nothing here needs. */
  readonly isSuperuser: boolean
  /** What the role is in the schema; `none` as long as the owner gave it nothing. */
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
    isPooled: database.address.isPooled || isPooledBetween(database, address, thread),
    hasQueue: hasQueue === 1,
  }
}

const OWNER = "SELECT 1 FROM pg_namespace WHERE nspname = $1 AND pg_has_role(current_user, nspowner, 'MEMBER')"
const KINDS = `SELECT kind FROM members JOIN pg_roles ON rolname = role
  WHERE pg_has_role(current_user, oid, 'MEMBER') ORDER BY kind LIMIT 1`

function findRights(database: Postgres): ExaminedServer["rights"] {
  if (database.ask(OWNER, [database.address.schema]).length > 0) return "owner"
  if (!database.layout.listTables().includes("members")) return "none"
  const [kind] = database.ask(KINDS)[0] ?? []
  return kind === "user" || kind === "worker" ? kind : "none"
}

const TRIES = 3

/**
 * Whether a pooler in transaction mode is in between. While another connection has a transaction, a session of our own
 * stays the same; a pooler gave ours to the other one, and has to take another for us.
 */
export function isPooledBetween(database: Postgres, address: string, thread?: URL): boolean {
  const other = openPostgres({ address, subject: "check", thread })
  const readSession = (on: Postgres) => Number(on.ask("SELECT pg_backend_pid()")[0]?.[0])
  try {
    for (let tried = 0; tried < TRIES; tried++) {
      const before = readSession(database)
      const during = other.moment(() => [readSession(other), readSession(database)] as const)
      if (during[1] !== before || during[0] === before) return true
    }
    return false
  } finally {
    other.close()
  }
}
