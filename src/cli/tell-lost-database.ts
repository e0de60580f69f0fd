import { locateDatabase } from "../system/database/locate-database.ts"
import {
  describeLoss,
  readKnownDatabase,
  rememberDatabase,
  rememberExisting,
} from "../system/database/known-database.ts"
import type { Io } from "./output.ts"

/** Says once, after a command, that the database it used is a new one although there had been one. */
export function tellLostDatabase({ env, err }: Pick<Io, "env" | "err">): void {
  const file = locateDatabase(env)
  const known = readKnownDatabase(file)
  if (known === undefined) return rememberExisting(file, Date.now())
  if (known.lost === undefined || known.told === true) return
  err(`skillet: ${describeLoss(file, known)}`)
  rememberDatabase(file, { ...known, told: true })
}
