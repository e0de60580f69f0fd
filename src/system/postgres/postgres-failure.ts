import { SkilletError } from "../../problem/failure.ts"
import { damagedError } from "../database/store-failure.ts"

const PASSWORD = "check the user in the address, and the password there or in PGPASSWORD"
const TRUST = "check the host in the address and the certificate authority in sslrootcert"

/** Error codes of PostgreSQL and the system, by their beginnings. The first match counts. */
const failures: readonly (readonly [begin: string, code: string, retry: "no" | "later", what: string, next: string])[] =
  [
    ["40", "store.busy", "later", "is being written by another process", "try again in a moment"],
    ["55P03", "store.busy", "later", "is being written by another process", "try again in a moment"],
    ["53100", "store.full", "later", "cannot be extended: its disk is full", "free some space there, then try again"],
    ["53", "store.busy", "later", "has no room for another connection", "try again in a moment"],
    ["28", "store.refused", "no", "does not let this user in", PASSWORD],
    ["3D000", "store.refused", "no", "does not exist", "create the database, or correct its name in the address"],
    [
      "42501",
      "store.forbidden",
      "no",
      "does not allow this to its user",
      "use a role that has that right; docs/scale.md lists them, and skillet db check says which one this is",
    ],
    [
      "pooler",
      "store.pooler",
      "no",
      "is a pooler that takes no transactions",
      "put the pooler in transaction or session mode, or connect to the server itself",
    ],
    ["25006", "store.read-only", "no", "cannot be written", "connect to the server that takes writes"],
    ...["UNABLE_TO_", "SELF_SIGNED_", "DEPTH_ZERO_", "CERT_", "ERR_TLS_"].map(
      (begin) => [begin, "store.untrusted", "no", "is not the server that its certificate should show", TRUST] as const,
    ),
    [
      "E",
      "store.unreachable",
      "later",
      "cannot be reached",
      "check that the server runs and that its address is right",
    ],
    [
      "08",
      "store.unreachable",
      "later",
      "cannot be reached",
      "check that the server runs and that its address is right",
    ],
    ["57", "store.unreachable", "later", "ended the connection", "try again in a moment"],
  ]

/** Codes that say nothing: PgBouncer has one for everything, and failures of the driver itself have none. Their words decide. */
const VAGUE: readonly string[] = ["08P01", "08000"]
const byWords: readonly (readonly [words: RegExp, code: string])[] = [
  [/authentication failed|no such user|client password must be/, "28P01"],
  [/^(no such database|database .* does not exist)/, "3D000"],
  [/no more connections allowed/, "53300"],
  [/statement pooling mode/, "pooler"],
]

/** A failure of the server or the way to it, in words for people. */
export function makePostgresFailure(shown: string, code: string, message: string): Error {
  const cause = new Error(message)
  const said = VAGUE.includes(code) ? byWords.find(([words]) => words.test(message)) : undefined
  const known = said?.[1] ?? code
  const found = failures.find(([begin]) => known.startsWith(begin))
  if (found !== undefined) {
    const [, own, retry, what, next] = found
    return new SkilletError(own, `${shown} ${what} (${message})`, { retry, next, cause })
  }
  if (/^(42P01|42703|3F000)/.test(code)) return damagedError(shown, message, cause)
  return Object.assign(cause, { code })
}
