import fs from "node:fs"
import { openWithoutLink } from "../../system/files/read-safely.ts"
import { SkilletError } from "../../problem/failure.ts"

export interface LineCounts {
  readonly lines: number
  /** Lines that are not JSON, or too long; and the first of them. */
  readonly damaged: number
  readonly firstDamaged?: number | undefined
  /** The last line has no end: it is being written, or was cut. */
  readonly isUnfinished: boolean
  /** The file was changed by others while it was read, otherwise than by adding to it. */
  readonly isReplaced: boolean
}

const CHUNK = 1024 * 1024
/** A longer line is not read. Hosts cut what tools give them, far below this. */
const LONGEST = 16 * 1024 * 1024

/**
 * Reads the lines of a file as JSON, one after another, so that memory depends on its longest line and not on its size.
 * What is added to the file meanwhile is not read.
 */
export async function readLines(
  file: string,
  take: (entry: Readonly<Record<string, unknown>>, line: number) => void,
  skips: readonly string[] = [],
): Promise<LineCounts> {
  const handle = openWithoutLink(file)
  try {
    const before = fs.fstatSync(handle)
    if (!before.isFile())
      throw new SkilletError("file.not-regular", `${file} is not a regular file`, {
        retry: "no",
        next: "name a transcript",
      })
    const lines = openLines(
      take,
      skips.map((skip) => Buffer.from(skip)),
    )
    const chunk = Buffer.alloc(CHUNK)
    for (let at = 0; at < before.size; ) {
      const count = fs.readSync(handle, chunk, 0, Math.min(CHUNK, before.size - at), at)
      if (count === 0) break
      at += count
      lines.add(chunk.subarray(0, count))
      // Other work of this process goes on between two parts of a large file.
      if (before.size > CHUNK) await new Promise(setImmediate)
    }
    const after = fs.fstatSync(handle)
    return { ...lines.end(), isReplaced: after.size < before.size || hasOtherBytes(before, after) }
  } finally {
    fs.closeSync(handle)
  }
}

function hasOtherBytes(before: fs.Stats, after: fs.Stats): boolean {
  return after.size === before.size && after.mtimeMs !== before.mtimeMs
}

function openLines(take: (entry: Readonly<Record<string, unknown>>, line: number) => void, skips: readonly Buffer[]) {
  let parts: Buffer[] = []
  let length = 0
  let line = 0
  let damaged = 0
  let firstDamaged: number | undefined
  const harm = () => {
    damaged++
    firstDamaged ??= line
  }
  const finishLine = (isLast: boolean): boolean => {
    line++
    const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts)
    const isLong = length > LONGEST
    parts = []
    length = 0
    if (isLong || bytes === undefined) {
      harm()
      return true
    }
    const entry = skips.some((skip) => bytes.subarray(0, skip.length).equals(skip)) ? "blank" : parseEntry(bytes)
    if (entry === undefined && !isLast) harm()
    if (typeof entry === "object") take(entry, line)
    return entry !== undefined
  }
  const keep = (part: Buffer, isWhole: boolean) => {
    length += part.length
    if (length > LONGEST) parts = []
    else if (part.length > 0) parts.push(isWhole ? part : Buffer.from(part))
  }
  return {
    add(chunk: Buffer): void {
      let from = 0
      for (let to = chunk.indexOf(10); to !== -1; to = chunk.indexOf(10, from)) {
        keep(chunk.subarray(from, to), true)
        finishLine(false)
        from = to + 1
      }
      if (from < chunk.length) keep(chunk.subarray(from), false)
    },
    end(): Omit<LineCounts, "isReplaced"> {
      const isUnfinished = length > 0 && !finishLine(true)
      return { lines: line, damaged, firstDamaged, isUnfinished }
    },
  }
}

function parseEntry(bytes: Buffer): Readonly<Record<string, unknown>> | "blank" | undefined {
  const text = bytes.toString("utf8")
  if (text.trim() === "") return "blank"
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    // Counted as damaged: a transcript is a record of something that happened, and the rest of it still is.
    return undefined
  }
}
