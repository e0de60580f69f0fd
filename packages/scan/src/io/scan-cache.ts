import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"

/**
 * The results for each file, cached between runs. They are valid while the file, its language, and the files it depends
 * on stay the same. Only a few of these are remembered by name; if there are more, the whole project must be the same.
 */
export interface ScanCache<Found> {
  readonly get: (name: string) => Found | undefined
  readonly put: (name: string, answer: CachedAnswer<Found>) => void
  /**
   * Writes what changed. If the cache cannot be written, that costs time but never changes a result; it is only
   * reported.
   */
  readonly save: () => "saved" | "unchanged" | "failed"
}

export interface CachedFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly readAs?: string | undefined
}

export interface CachedAnswer<Found> {
  readonly found: Found
  /** The names of other files, or all; missing if the file was scanned alone. */
  readonly dependsOn?: readonly string[] | "all" | undefined
}

export interface CacheScope {
  /** What the files have in common. */
  readonly root: string
  /** Everything besides the files that the results depend on. */
  readonly stamp: string
  readonly files: readonly CachedFile[]
  /** Replaces a file as a whole. */
  readonly saveFile: (file: string, text: string) => "saved" | "failed"
}

type Row<Found> = readonly [digest: string, found: Found, around?: Around]
interface Around {
  /** Missing for the whole project. */
  readonly files?: readonly string[] | undefined
  readonly digest: string
}

const MOST_NAMED = 12

export function openScanCache<Found>(folder: string, { root, stamp, files, saveFile }: CacheScope): ScanCache<Found> {
  const file = path.join(folder, `scan-${createHash("sha256").update(root).digest("hex").slice(0, 24)}.json`)
  const known = load<Found>(file, stamp)
  const current = new Map<string, Row<Found>>()
  const digests = new Map(files.map((one) => [one.name, hashFile(one)]))
  const names = files.map(({ name }) => name).sort()
  const list = createHash("sha256").update(names.join("\0")).digest("base64")
  const hashOthers = (some: readonly string[] | undefined): string => {
    const hash = createHash("sha256").update(list)
    for (const name of some ?? names) hash.update("\0").update(digests.get(name) ?? "")
    return hash.digest("base64")
  }
  let whole: string | undefined
  const digestAround = (some: readonly string[] | undefined) =>
    some === undefined ? (whole ??= hashOthers(undefined)) : hashOthers(some)
  let changes = 0
  return {
    get(name) {
      const row = known.get(name)
      if (row === undefined || row[0] !== digests.get(name)) return undefined
      const around = row[2]
      if (around !== undefined && around.digest !== digestAround(around.files)) return undefined
      current.set(name, row)
      return row[1]
    },
    put(name, { found, dependsOn }) {
      const digest = digests.get(name) ?? ""
      const some = dependsOn === "all" || (dependsOn?.length ?? 0) > MOST_NAMED ? undefined : dependsOn
      const row: Row<Found> =
        dependsOn === undefined ? [digest, found] : [digest, found, { files: some, digest: digestAround(some) }]
      current.set(name, row)
      changes++
    },
    save: () =>
      changes === 0 && current.size === known.size ? "unchanged" : saveFile(file, writeRows(stamp, current)),
  }
}

/** For callers that want no cache. */
export function noScanCache<Found>(): ScanCache<Found> {
  return { get: () => undefined, put: () => undefined, save: () => "unchanged" }
}

/** The content itself: size and times do not reveal an edit that keeps them. */
function hashFile({ bytes, readAs = "" }: CachedFile): string {
  return createHash("sha256").update(readAs).update("\0").update(bytes).digest("base64")
}

function load<Found>(file: string, stamp: string): ReadonlyMap<string, Row<Found>> {
  try {
    const text = fs.readFileSync(file, "utf8")
    const cut = text.indexOf("\n")
    // The first line has the stamp and the length: a truncated file, or one of other rules, is ignored.
    if (cut === -1 || text.slice(0, cut) !== `${stamp} ${text.length - cut - 1}`) return new Map()
    return new Map(JSON.parse(text.slice(cut + 1)) as [string, Row<Found>][])
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && "code" in error)) return new Map()
    throw error
  }
}

function writeRows<Found>(stamp: string, rows: ReadonlyMap<string, Row<Found>>): string {
  const text = JSON.stringify([...rows])
  return `${stamp} ${text.length}\n${text}`
}
