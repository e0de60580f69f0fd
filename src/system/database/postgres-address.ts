import { SkilletError } from "../../problem/failure.ts"

/** A `postgres://` address, as it was given, in the parts that Skillet needs. */
export interface PostgresAddress {
  /** For the driver: without the parameters that are Skillet's own. It may contain a password. */
  readonly connection: string
  /** For people and messages: without password. */
  readonly shown: string
  /** Teams that share a database are kept apart by it. */
  readonly schema: string
  /** Whether the address says that a pooler in transaction mode is in between. */
  readonly isPooled: boolean
}

export function isPostgresAddress(named: string): boolean {
  return /^postgres(ql)?:\/\//.test(named)
}

const DEFAULT_SCHEMA = "skillet"

export function readPostgresAddress(named: string): PostgresAddress {
  const url = parseUrl(named)
  const schema = url.searchParams.get("schema") ?? DEFAULT_SCHEMA
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema))
    throw addressError("the schema may have lowercase letters, digits and underscores, up to 40 of them")
  const isPooled = url.searchParams.get("pooler") === "transaction"
  for (const own of ["schema", "pooler"]) url.searchParams.delete(own)
  const connection = url.href
  url.password = ""
  for (const name of url.searchParams.keys()) if (/pass|key|secret/i.test(name)) url.searchParams.set(name, "***")
  url.searchParams.set("schema", schema)
  return { connection, shown: url.href, schema, isPooled }
}

function parseUrl(named: string): URL {
  const url = URL.canParse(named) ? new URL(named) : undefined
  if (url === undefined || !isPostgresAddress(named)) throw addressError("it cannot be read as an address")
  return url
}

function addressError(why: string): SkilletError {
  return new SkilletError("store.address", `the address of the database is not usable: ${why}`, {
    retry: "no",
    next: "write it as postgres://user@host:5432/database?schema=team",
  })
}
