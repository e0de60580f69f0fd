import { createHash } from "node:crypto"
import path from "node:path"
import { readPlainFile } from "../../../system/files/read-plain-file.ts"
import { saveFile } from "../../../system/files/replace-file.ts"
import type { FileSummary } from "./read-summary.ts"

/**
 * The summary of each file, stored between runs and reused while the file's size and modification time stay the same.
 */
export interface SummaryIndex {
  /** The known summaries for the files of one directory. */
  of(root: string): RootIndex
}

export interface RootIndex {
  get(file: FileFacts): FileSummary | undefined
  put(file: FileFacts, summary: FileSummary): void
  /**
   * Writes what changed. If the cache cannot be written, that costs time but never changes a result; it is only
   * reported.
   */
  save(): "saved" | "unchanged" | "failed"
}

/** What identifies a file's content: the same facts mean the same content. */
export interface FileFacts {
  /** Within the root. */
  readonly name: string
  readonly size: number
  readonly changed: number
}

/** Must change whenever a reader changes: an index of another edition is not used. */
const EDITION = 6

/** A file changed this recently may change again without a new timestamp, so it is not stored. */
function computeSettledTime(changed: number): number {
  const isWholeSecond = changed % 1000 === 0
  return changed + (isWholeSecond ? 2500 : 100)
}

type Row = readonly [size: number, changed: number, summary: FileSummary]

export function openSummaryIndex(folder: string, version: string): SummaryIndex {
  const stamp = `${EDITION} ${version}`
  return { of: (root) => openRootIndex(path.join(folder, `catalog-${digest(root)}.json`), stamp) }
}

/** For callers that want no cache. */
export const noSummaryIndex: SummaryIndex = {
  of: () => ({ get: () => undefined, put: () => undefined, save: () => "unchanged" }),
}

function openRootIndex(file: string, stamp: string): RootIndex {
  let known: ReadonlyMap<string, Row> | undefined
  const current = new Map<string, Row>()
  let changes = 0
  const opened = Date.now()
  return {
    get({ name, size, changed }) {
      known ??= load(file, stamp)
      const row = known.get(name)
      if (row === undefined || row[0] !== size || row[1] !== changed) return undefined
      current.set(name, row)
      return row[2]
    },
    put({ name, size, changed }, summary) {
      if (opened < computeSettledTime(changed)) return
      current.set(name, [size, changed, summary])
      changes++
    },
    save() {
      if (changes === 0 && current.size === (known?.size ?? 0)) return "unchanged"
      return store(file, stamp, current)
    },
  }
}

/** Ten thousand skills need a twentieth of it. */
const MOST_BYTES = 256 * 1024 * 1024

function load(file: string, stamp: string): ReadonlyMap<string, Row> {
  let text: string
  try {
    text = readPlainFile(file, MOST_BYTES).toString("utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error) return new Map()
    throw error
  }
  const cut = text.indexOf("\n")
  // The first line has the edition and the length: a truncated file, or one of another edition, is ignored.
  if (cut === -1 || text.slice(0, cut) !== `${stamp} ${text.length - cut - 1}`) return new Map()
  try {
    return new Map(JSON.parse(text.slice(cut + 1)) as [string, Row][])
  } catch (error) {
    if (error instanceof SyntaxError) return new Map()
    throw error
  }
}

function store(file: string, stamp: string, rows: ReadonlyMap<string, Row>): "saved" | "failed" {
  const text = JSON.stringify([...rows])
  return saveFile(file, `${stamp} ${text.length}\n${text}`)
}

function digest(root: string): string {
  return createHash("sha256").update(root).digest("hex").slice(0, 24)
}
