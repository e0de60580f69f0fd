import {
  describeLoss,
  readKnownDatabase,
  rememberDatabase,
  rememberExisting,
} from "../system/database/known-database.ts"
import { locateDatabase } from "../system/database/locate-database.ts"
import { isPostgresAddress } from "../system/database/postgres-address.ts"

/** What to say, once, if the database is a new one although there had been one. */
export function takeLossNote(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const file = locateDatabase(env)
  if (isPostgresAddress(file)) return undefined
  const known = readKnownDatabase(file)
  if (known === undefined) rememberExisting(file, Date.now())
  if (known?.lost === undefined || known.told === true) return undefined
  rememberDatabase(file, { ...known, told: true })
  return describeLoss(file, known)
}
