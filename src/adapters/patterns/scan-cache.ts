import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { replaceFile } from "../files/replace-file.ts"

/** What was found in each file, kept between runs while the file's content and what it is read as stay the same. */
export interface ScanCache<Found> {
  readonly get: (file: CachedFile) => Found | undefined
  readonly put: (file: CachedFile, found: Found) => void
  /** Writes what changed. A cache that cannot be written costs time, never an answer: it only says so. */
  readonly save: () => "saved" | "unchanged" | "failed"
}

export interface CachedFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly readAs?: string | undefined
}

type Row<Found> = readonly [digest: string, found: Found]

/** `root` is what the files have in common, `stamp` everything besides the files that the answers depend on. */
export function openScanCache<Found>(
  folder: string,
  { root, stamp }: { readonly root: string; readonly stamp: string },
): ScanCache<Found> {
  const file = path.join(folder, `scan-${createHash("sha256").update(root).digest("hex").slice(0, 24)}.json`)
  const known = load<Found>(file, stamp)
  const current = new Map<string, Row<Found>>()
  let changes = 0
  return {
    get(file) {
      const row = known.get(file.name)
      if (row === undefined || row[0] !== digestOf(file)) return undefined
      current.set(file.name, row)
      return row[1]
    },
    put(file, found) {
      current.set(file.name, [digestOf(file), found])
      changes++
    },
    save: () => (changes === 0 && current.size === known.size ? "unchanged" : store(file, stamp, current)),
  }
}

/** For those who want nothing kept. */
export function noScanCache<Found>(): ScanCache<Found> {
  return { get: () => undefined, put: () => undefined, save: () => "unchanged" }
}

/** The content itself: size and times say nothing about an edit that keeps them. */
function digestOf({ bytes, readAs = "" }: CachedFile): string {
  return createHash("sha256").update(readAs).update("\0").update(bytes).digest("base64")
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
