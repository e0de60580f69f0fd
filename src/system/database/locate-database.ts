import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { locateOwnFiles } from "../own-files.ts"

/**
 * Where the database is: never in a workspace, unless a person names it. A relative path would mean another file in
 * every directory, so that a run could not be found from elsewhere.
 */
export function locateDatabase(env: Readonly<Record<string, string | undefined>>): string {
  const named = env["SKILLET_DB"] ?? ""
  if (named === "") return path.join(locateOwnFiles(env).data, "skillet.db")
  if (path.isAbsolute(named)) return named
  throw new SkilletError("store.relative", `SKILLET_DB is ${JSON.stringify(named)}, which is not an absolute path`, {
    retry: "no",
    next: "set SKILLET_DB to an absolute path, or unset it",
  })
}
