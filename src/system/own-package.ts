import fs from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"

/**
 * The directory of this package: the nearest one above this file that has a manifest. This holds for the sources, for
 * the built files and for an installed package, so no other file needs to know how deep it is.
 */
export function findOwnPackage(from = path.dirname(fileURLToPath(import.meta.url))): string {
  if (fs.existsSync(path.join(from, "package.json"))) return from
  const above = path.dirname(from)
  if (above === from) throw new Error("no directory above Skillet's own files has a package.json")
  return findOwnPackage(above)
}
