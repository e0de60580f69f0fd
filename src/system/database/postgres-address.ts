import { SkilletError } from "../../problem/failure.ts"

/** A `postgres://` address, as it was given, in the parts that Skillet needs. */
export interface PostgresAddress {
  /** For the driver: without the parameters that are Skillet's own. It may contain a password. */
  readonly connection: string
  /** For people and messages: without password. */
  readonly shown: string
  /** Teams that share a database are kept apart by it. */
  readonly schema: string
  /** What the address says about a pooler in between. If it says nothing, that is found out (`isPooled` of a connection). */
  readonly pooler?: PoolerMode | undefined
}

/** How long a client of a pooler keeps a session of the server: for a transaction, or until it leaves. */
export type PoolerMode = (typeof MODES)[number]
const MODES = ["transaction", "session"] as const

export function isPostgresAddress(named: string): boolean {
  return /^postgres(ql)?:\/\//.test(named)
}

const DEFAULT_SCHEMA = "skillet"

export function readPostgresAddress(address: string): PostgresAddress {
  const url = parseUrl(address)
  const schema = url.searchParams.get("schema") ?? DEFAULT_SCHEMA
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema))
    throw addressError("the schema may have lowercase letters, digits and underscores, up to 40 of them")
  const named = url.searchParams.get("pooler") ?? undefined
  const pooler = MODES.find((mode) => mode === named)
  if (pooler !== named)
    throw addressError(`pooler is ${named}`, `write pooler=${MODES.join(" or pooler=")}, or nothing about it`)
  for (const own of ["schema", "pooler"]) url.searchParams.delete(own)
  const connection = url.href
  url.password = ""
  for (const name of url.searchParams.keys()) if (/pass|key|secret/i.test(name)) url.searchParams.set(name, "***")
  url.searchParams.set("schema", schema)
  return { connection, shown: url.href, schema, pooler }
}

function parseUrl(named: string): URL {
  const url = URL.canParse(named) ? new URL(named) : undefined
  if (url === undefined || !isPostgresAddress(named)) throw addressError("it cannot be read as an address")
  return url
}

function addressError(why: string, next = "write it as postgres://user@host:5432/database?schema=team"): SkilletError {
  return new SkilletError("store.address", `the address of the database is not usable: ${why}`, {
    retry: "no",
    next,
  })
}
