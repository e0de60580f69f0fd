import { openLastUsed } from "../../../text/memoise.ts"
import { sha256 } from "../../../text/sha256.ts"
import { decodeText } from "../../../system/database/decode-cells.ts"
import { damagedError } from "../../../system/database/store-failure.ts"
import type { Postgres } from "../../../system/postgres/open-postgres.ts"
import { type Artifacts, isLargeText } from "../store/artifacts.ts"

/** How many characters of recently read or written texts are cached. They never change. */
const MOST_KNOWN = 64 * 1024 * 1024

const NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
const KEEP = `INSERT INTO artifacts (digest, body, used) VALUES ($1, $2, ${NOW}) ON CONFLICT (digest) DO UPDATE SET used = ${NOW}`
const READ = "SELECT body FROM artifacts WHERE digest = $1"

/** Large texts in a table: workers on other machines read them by their digest. */
export function openRowArtifacts(database: Postgres): Artifacts {
  const known = openLastUsed<string>(MOST_KNOWN)
  return {
    isLarge: isLargeText,
    keep(text) {
      // Half a surrogate pair is stored as U+FFFD, and the digest is that of what is stored.
      const stored = Buffer.from(text).toString()
      const digest = sha256(stored)
      database.ask(KEEP, [digest, stored])
      known.put(digest, stored, stored.length)
      return { kind: "artifact", digest }
    },
    text(body) {
      if (body.kind === "text") return body.text
      const before = known.get(body.digest)
      if (before !== undefined) return before
      const [cell] = database.ask(READ, [body.digest])[0] ?? []
      if (cell === undefined) throw damagedError(database.file, `its artifact ${body.digest} is missing`)
      const text = decodeText(cell)
      if (sha256(text) !== body.digest) throw damagedError(database.file, `its artifact ${body.digest} was changed`)
      known.put(body.digest, text, text.length)
      return text
    },
  }
}
