import path from "node:path"
import { absolute, ownPlaces } from "../places.ts"

/** Where the rows are: never within a workspace, unless a person says so by name. */
export function databaseFile(env: Readonly<Record<string, string | undefined>>): string {
  return absolute(env["SKILLET_DB"]) ?? path.join(ownPlaces(env).data, "skillet.db")
}
