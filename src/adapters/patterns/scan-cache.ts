import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { replaceFile } from "../files/replace-file.ts"

/** What was found in each file, kept between runs while the file's size and time of change stay. */
export interface ScanCache<Found> {
  readonly get: (file: FileState) => Found | undefined
  readonly put: (file: FileState, found: Found) => void
  /** Writes what changed. A cache that cannot be written costs time, never an answer: it only says so. */
  readonly save: () => "saved" | "unchanged" | "failed"
}

export interface FileState {
  readonly path: string
  readonly size: number
  readonly changed: number
}

type Row<Found> = readonly [size: number, changed: number, found: Found]

/** `root` is what the files have in common, `stamp` everything besides the files that the answers depend on. */
export function openScanCache<Found>(
  folder: string,
  { root, stamp }: { readonly root: string; readonly stamp: string },
): ScanCache<Found> {
  const file = path.join(folder, `scan-${createHash("sha256").update(root).digest("hex").slice(0, 24)}.json`)
  const known = load<Found>(file, stamp)
  const current = new Map<string, Row<Found>>()
  const opened = Date.now()
  let changes = 0
  return {
    get(state) {
      const row = known.get(state.path)
      if (row === undefined || row[0] !== state.size || row[1] !== state.changed) return undefined
      current.set(state.path, row)
      return row[2]
    },
    put(state, found) {
      if (opened < settledAfter(state.changed)) return
      current.set(state.path, [state.size, state.changed, found])
      changes++
    },
    save: () => (changes === 0 && current.size === known.size ? "unchanged" : store(file, stamp, current)),
  }
}

/** For those who want nothing kept. */
export function noScanCache<Found>(): ScanCache<Found> {
  return { get: () => undefined, put: () => undefined, save: () => "unchanged" }
}

/** A file changed this recently may change again within the grain of its file system's clock, so it is not kept. */
function settledAfter(changed: number): number {
  return changed + (changed % 1000 === 0 ? 2500 : 100)
}

function load<Found>(file: string, stamp: string): ReadonlyMap<string, Row<Found>> {
  try {
    const text = fs.readFileSync(file, "utf8")
    const cut = text.indexOf("\n")
    // The first line names the stamp and the length: a file cut short or of other rules is as good as none.
    if (cut === -1 || text.slice(0, cut) !== `${stamp} ${text.length - cut - 1}`) return new Map()
    return new Map(JSON.parse(text.slice(cut + 1)) as [string, Row<Found>][])
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error)) return new Map()
    throw error
  }
}

function store<Found>(file: string, stamp: string, rows: ReadonlyMap<string, Row<Found>>): "saved" | "failed" {
  const text = JSON.stringify([...rows])
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    replaceFile(file, `${stamp} ${text.length}\n${text}`, { mode: 0o600 })
    return "saved"
  } catch (error) {
    if (error instanceof Error && "code" in error) return "failed"
    throw error
  }
}
