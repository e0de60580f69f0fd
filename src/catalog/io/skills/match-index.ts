import fs from "node:fs"
import path from "node:path"
import type { KeptBytes, MatchStore } from "../../match/match-store.ts"
import { splitHeader } from "../../../skill/header/split.ts"
import { MAX_FILE, openSafely } from "../../../system/files/read-safely.ts"
import { saveFile } from "../../../system/files/replace-file.ts"

const SETTLED_MS = 2000

/** Stores the index of `match` as one file in the cache directory. */
export function matchIndexFile(folder: string): MatchStore {
  const file = path.join(folder, "match.bin")
  return {
    open: () => openOrNothing(file),
    save: (index) => saveFile(file, index),
    readBody,
    settled: () => Date.now() - SETTLED_MS,
  }
}

/** Files that are too large to be listed or cannot be read have no body to search; the catalog reports them. */
function readBody(file: string): string {
  let handle: number | undefined
  try {
    handle = openSafely(file)
    const stat = fs.fstatSync(handle)
    if (!stat.isFile() || stat.size > MAX_FILE) return ""
    const split = splitHeader(readWhole(handle, stat.size))
    return split.fence === "refused" ? "" : split.body
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    return ""
  } finally {
    if (handle !== undefined) fs.closeSync(handle)
  }
}

/** One buffer for all reads: thousands would burden the garbage collector. Reads are synchronous. */
let shared = Buffer.alloc(0)

function readWhole(handle: number, size: number): string {
  if (shared.length < size) shared = Buffer.allocUnsafeSlow(Math.max(size, 64 * 1024))
  return shared.toString("utf8", 0, fs.readSync(handle, shared, 0, size, 0))
}

/** Stays the same file until it is closed, even if another replaces it. */
function openOrNothing(file: string): KeptBytes | undefined {
  let handle: number | undefined
  try {
    handle = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
    const opened = handle
    const stat = fs.fstatSync(opened)
    if (!stat.isFile()) {
      fs.closeSync(opened)
      return undefined
    }
    return {
      size: stat.size,
      read: (from, to) => readRange(opened, from, to),
      close: () => fs.closeSync(opened),
    }
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    if (handle !== undefined) fs.closeSync(handle)
    return undefined
  }
}

function readRange(handle: number, from: number, to: number): Uint8Array {
  // Parts of a Buffer are slower to take, and a request takes thousands.
  const bytes = new Uint8Array(Math.max(0, to - from))
  return bytes.subarray(0, fs.readSync(handle, bytes, 0, bytes.length, from))
}
