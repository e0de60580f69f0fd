import { createHash } from "node:crypto"
import { compareBytes } from "../../text/compare-bytes.ts"
import { otherLocks } from "../../skill/lock-names.ts"
import { isMap } from "../../text/is-map.ts"

/** A file with its content, by its path within a skill. */
export interface HashedContent {
  readonly path: string
  readonly bytes: Uint8Array
  readonly executable: boolean
}

export type OtherLockKind = keyof typeof otherLocks

export type ReadOtherLock = { readonly skills: ReadonlyMap<string, string> } | { readonly wrong: string }

/** The checksum of each skill in a lock of another tool; empty if it has none. */
export function readOtherLock(text: string, kind: OtherLockKind): ReadOtherLock {
  const { version, field } = otherLocks[kind]
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { wrong: "it is not JSON" }
  }
  if (!isMap(value) || !isMap(value["skills"])) return { wrong: "it has no skills" }
  if (value["version"] !== version)
    return { wrong: `its version is ${JSON.stringify(value["version"])}, and only ${version} is known` }
  const rows = Object.entries(value["skills"]).map(([name, row]) => {
    const hash = isMap(row) ? row[field] : undefined
    return [name, typeof hash === "string" ? hash : ""] as const
  })
  return { skills: new Map(rows) }
}

/** A lock file of another tool, and what its checksums say about the disk. */
export interface OtherLock {
  readonly path: string
  /** Set if it cannot be understood. */
  readonly wrong?: string | undefined
  readonly skills: readonly OtherSkill[]
  /** How many files it has that were not compared, because they are of no skill. */
  readonly others?: number | undefined
}

export interface OtherSkill {
  readonly name: string
  /** From the directory of the lock. */
  readonly path: string
  /** other-order: only the order of another language gives this checksum. no-checksum: the lock has none. */
  readonly state: "same" | "other-order" | "differs" | "missing" | "extra" | "no-checksum"
  /** The first file that is not as it should be, if the lock has checksums of files. */
  readonly file?: string | undefined
  /** The language whose order fits. */
  readonly language?: string | undefined
}

/** Whether a lock of another tool holds, as far as it can be checked. */
export function isSound({ wrong, skills }: OtherLock): boolean {
  return wrong === undefined && skills.every(({ state }) => !WRONG.has(state))
}

const WRONG: ReadonlySet<OtherSkill["state"]> = new Set(["differs", "missing", "extra"])

/** Orders in which the other tool may have put the files: it uses that of the language of the machine. */
const languages = ["en", "da", "cs", "tr", "sv", "de", "et", "lt", "hu", "es"] as const

export type ComputedMatch = { readonly kind: "same"; readonly language: string } | { readonly kind: "differs" }

/**
 * Whether files have a checksum of `skills-lock.json`. It depends on the language of the machine that wrote it; `en` is
 * tried first, and another language that fits is named.
 */
export function matchComputedHash(files: readonly HashedContent[], expected: string): ComputedMatch {
  const language = languages.find((one) => computeHash(files, one) === expected)
  return language === undefined ? { kind: "differs" } : { kind: "same", language }
}

/** Path and content of every file, one after the other, in the order of a language. */
export function computeHash(files: readonly HashedContent[], language: string): string {
  const { compare } = new Intl.Collator(language)
  const all = createHash("sha256")
  for (const { path, bytes } of [...files].sort((a, b) => compare(a.path, b.path))) all.update(path).update(bytes)
  return all.digest("hex")
}

/** The id that git gives to a directory with these files. */
export function computeTreeId(files: readonly HashedContent[]): string {
  return hashTree(files.map(({ path, bytes, executable }) => ({ parts: path.split("/"), bytes, executable }))).toString(
    "hex",
  )
}

interface TreeFile {
  readonly parts: readonly string[]
  readonly bytes: Uint8Array
  readonly executable: boolean
}

function hashTree(files: readonly TreeFile[]): Buffer {
  const names = [...new Set(files.map(({ parts }) => parts[0] ?? ""))]
  const entries = names.map((name) => {
    const own = files.filter(({ parts }) => parts[0] === name)
    const [file] = own
    if (file?.parts.length === 1)
      return { mode: file.executable ? "100755" : "100644", name, order: name, id: hashObject("blob", file.bytes) }
    const below = own.map((one) => ({ ...one, parts: one.parts.slice(1) }))
    // Git sorts a directory as if its name ended with a slash.
    return { mode: "40000", name, order: `${name}/`, id: hashTree(below) }
  })
  const sorted = entries.sort((a, b) => compareBytes(a.order, b.order))
  return hashObject(
    "tree",
    Buffer.concat(sorted.map(({ mode, name, id }) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), id]))),
  )
}

function hashObject(type: "blob" | "tree", bytes: Uint8Array): Buffer {
  return createHash("sha1").update(`${type} ${bytes.length}\0`).update(bytes).digest()
}
