import { SkilletError } from "../../problem/failure.ts"
import { findFirstHidden, toVisibleLine } from "../../text/escape-hidden.ts"

export type Files = Readonly<Record<string, string | Uint8Array>>

/** What to create in one directory. */
export interface PlannedFolder {
  readonly folders: ReadonlyMap<string, PlannedFolder>
  readonly files: ReadonlyMap<string, Uint8Array>
}

interface PlannedFile {
  readonly names: readonly string[]
  readonly bytes: Uint8Array
}

const MOST_FILES = 512
const MOST_BYTES = 16 * 1024 * 1024
const DEEPEST = 16
const LONGEST_NAME = 255

/** Throws unless every file can be written on any system without meaning another one, or something elsewhere. */
export function planFiles(files: Files): PlannedFolder {
  const entries = Object.entries(files)
  if (entries.length > MOST_FILES) throw refusedFilesError("extract.too-many", `it has more than ${MOST_FILES} files`)
  const planned = entries.map(([path, content]) => ({ names: splitPath(path), bytes: toBytes(content) }))
  if (planned.reduce((sum, { bytes }) => sum + bytes.length, 0) > MOST_BYTES)
    throw refusedFilesError("extract.too-large", `its files are larger than ${MOST_BYTES / 1024 / 1024} MiB in total`)
  refuseClashes(planned)
  return nestFiles(planned)
}

export function refusedFilesError(code: string, what: string, cause?: unknown): SkilletError {
  const next = "use the skill without its files, or ask its author to fix them"
  return notWritten(code, what, { next, cause })
}

/** The disk says no, which is not the author's to fix. */
export function failedWriteError(what: string, cause: unknown): SkilletError {
  const next = "check the directory's permissions and the free space, or set XDG_CACHE_HOME to another directory"
  return notWritten("extract.failed", what, { next, cause })
}

function notWritten(code: string, what: string, why: { readonly next: string; readonly cause: unknown }): SkilletError {
  return new SkilletError(code, `the skill's files were not written: ${what}`, { retry: "no", ...why })
}

function nestFiles(planned: readonly PlannedFile[]): PlannedFolder {
  const files = new Map<string, Uint8Array>()
  const below = new Map<string, PlannedFile[]>()
  for (const { names, bytes } of planned) {
    const [name = "", ...rest] = names
    if (rest.length === 0) files.set(name, bytes)
    else below.set(name, [...(below.get(name) ?? []), { names: rest, bytes }])
  }
  return { folders: new Map([...below].map(([name, within]) => [name, nestFiles(within)])), files }
}

function splitPath(path: string): readonly string[] {
  const wrong = findPathFault(path)
  if (wrong !== undefined)
    throw refusedFilesError("extract.bad-path", `"${toVisibleLine(path.slice(0, 200))}" ${wrong}`)
  return path.split("/")
}

function findPathFault(path: string): string | undefined {
  if (path === "") return "is not a path"
  if (/[\u0000-\u001f\u007f-\u009f]/.test(path) || findFirstHidden(path) !== undefined)
    return "contains hidden characters"
  if (path.startsWith("/")) return "is an absolute path"
  if (path.includes("\\")) return "contains a backslash"
  if (path.includes(":")) return "contains a colon"
  const names = path.split("/")
  if (names.length > DEEPEST) return `is more than ${DEEPEST} directories deep`
  return names.map(wrongWithName).find((wrong) => wrong !== undefined)
}

/** A name that has a special meaning on some system is refused on all. */
function wrongWithName(name: string): string | undefined {
  if (name === "") return "contains an empty name"
  if (name === "." || name === "..") return "leads elsewhere"
  if (/[. ]$/.test(name)) return "contains a name that ends with a dot or a space"
  if (/^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\..*)?$/i.test(name))
    return "contains a reserved device name"
  if (Buffer.byteLength(name) > LONGEST_NAME) return "contains a name that is too long"
  return undefined
}

function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? Buffer.from(content, "utf8") : content
}

/**
 * Two spellings are one file where case or composition do not count; and nothing is a file and a directory at the same
 * time.
 */
function refuseClashes(planned: readonly PlannedFile[]): void {
  const taken = new Map<string, { readonly path: string; readonly kind: "file" | "folder" }>()
  for (const { names } of planned) {
    for (const [at] of names.entries()) {
      const path = names.slice(0, at + 1).join("/")
      const kind = at === names.length - 1 ? "file" : "folder"
      const folded = path.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFC")
      const earlier = taken.get(folded)
      taken.set(folded, { path, kind })
      if (earlier === undefined || (kind === "folder" && earlier.kind === "folder" && earlier.path === path)) continue
      throw refusedFilesError("extract.clash", `"${earlier.path}" and "${path}" may refer to the same file`)
    }
  }
}
