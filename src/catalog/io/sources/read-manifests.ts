import fs from "node:fs"
import path from "node:path"
import { readSafely } from "../../../system/files/read-safely.ts"

const MOST_BYTES = 256 * 1024

/** The directories in a directory that have a manifest of this name, by path, each with what the manifest says. */
export function readManifests(folder: string, manifest: string): ReadonlyMap<string, unknown> {
  if (!fs.existsSync(folder)) return new Map()
  const below = fs.readdirSync(folder, { withFileTypes: true }).map(({ name }) => path.join(folder, name))
  const having = below.filter((one) => fs.existsSync(path.join(one, manifest))).sort()
  return new Map(having.map((one) => [one, readJsonFile(path.join(one, manifest))]))
}

/** The content of a JSON file; nothing if it cannot be read. */
export function readJsonFile(file: string): unknown {
  if (!fs.existsSync(file)) return undefined
  try {
    return JSON.parse(readSafely(file, MOST_BYTES).toString("utf8"))
  } catch {
    return undefined
  }
}
