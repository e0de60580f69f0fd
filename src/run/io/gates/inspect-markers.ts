import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../../problem/failure.ts"
import { readSafely } from "../../../system/files/read-safely.ts"
import { walkFiles } from "../../../system/files/walk-files.ts"
import { findMarkerFaults } from "../../find-marker-faults.ts"

const NOT_OURS = new Set([".git", ".skillet", "node_modules", "vendor", "dist", "build", "target", "coverage", ".venv"])
const MOST_FILES = 50_000
const MOST_BYTES = 1 << 20

/** The malformed intent markers in the code at a path, and how many files were read. Documents only describe markers. */
export function inspectMarkers(at: string): { readonly files: number; readonly found: readonly string[] } {
  const folder = fs.realpathSync(at)
  const isFile = fs.statSync(folder).isFile()
  const names = isFile ? [""] : walkFiles(folder, { without: NOT_OURS, most: MOST_FILES }).map(String)
  const read = names
    .filter((name) => !name.endsWith("/") && !/\.(?:md|mdx|rst|txt)$/i.test(name))
    .flatMap((name) => {
      const text = readText(isFile ? folder : path.join(folder, name))
      return text === undefined ? [] : [{ name: isFile ? path.basename(folder) : name, text }]
    })
  return {
    files: read.length,
    found: read.flatMap(({ name, text }) =>
      findMarkerFaults(text).map(({ line, why }) => `${name}:${line} [marker-malformed] ${why}`),
    ),
  }
}

/** Undefined for a link, for what is too large, and for what is not text. */
function readText(file: string): string | undefined {
  try {
    const bytes = readSafely(file, MOST_BYTES)
    return bytes.includes(0) ? undefined : bytes.toString("utf8")
  } catch (error) {
    if (error instanceof SkilletError) return undefined
    throw error
  }
}
