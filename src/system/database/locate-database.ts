import path from "node:path"
import { isPostgresAddress } from "./postgres-address.ts"
import { SkilletError } from "../../problem/failure.ts"
import { isOfOtherUser } from "../files/is-of-other-user.ts"
import { locateOwnFiles } from "../own-files.ts"

/**
 * Where the database is, a file or an address: never in a workspace or of another user, unless a person names it. A relative path would mean another file in
 * every directory, so that a run could not be found from elsewhere.
 */
export function locateDatabase(env: Readonly<Record<string, string | undefined>>): string {
  const named = env["SKILLET_DB"] ?? ""
  if (named === "") return requireOwn(path.join(locateOwnFiles(env).data, "skillet.db"))
  if (path.isAbsolute(named) || isPostgresAddress(named)) return named
  throw new SkilletError("store.relative", `SKILLET_DB is ${JSON.stringify(named)}, which is not an absolute path`, {
    retry: "no",
    next: "set SKILLET_DB to an absolute path or a postgres:// address, or unset it",
  })
}

/** Where this machine has what belongs to the database and is not in it, such as transcripts: beside a file. */
export function locateStateFolder(env: Readonly<Record<string, string | undefined>>): string {
  const database = locateDatabase(env)
  return isPostgresAddress(database) ? locateOwnFiles(env).data : path.dirname(database)
}

/** What another user wrote there would be done in this user's name. */
function requireOwn(file: string): string {
  const foreign = [path.dirname(file), file].find(isOfOtherUser)
  if (foreign === undefined) return file
  throw new SkilletError("store.other-user", `${foreign} belongs to another user, so it is not used`, {
    retry: "no",
    next: `set SKILLET_DB=${file} if you do want to use it, or set HOME to your own directory`,
  })
}
