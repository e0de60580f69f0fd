import fs from "node:fs"
import path from "node:path"
import type { LineCount } from "../advance/decide/reported-places.ts"

const MOST_BYTES = 8 << 20

/** How many lines a file in a directory has. Links that lead out of the directory are not followed. */
export async function countLines(directory: string, file: string): Promise<LineCount> {
  try {
    const root = fs.realpathSync(directory)
    const at = path.resolve(root, file)
    if (!isInside(root, at)) return "unknown"
    const real = fs.realpathSync(at)
    const stat = fs.statSync(real)
    if (!isInside(root, real) || !stat.isFile() || stat.size > MOST_BYTES) return "unknown"
    const bytes = fs.readFileSync(real)
    let lines = bytes.length === 0 || bytes.at(-1) === NEWLINE ? 0 : 1
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines++
    return lines
  } catch (error) {
    return isGone(error) ? "missing" : "unknown"
  }
}

const NEWLINE = 10

function isInside(root: string, at: string): boolean {
  return at.startsWith(root.endsWith(path.sep) ? root : root + path.sep)
}

function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === "ENOENT" || code === "ENOTDIR"
}
