import path from "node:path"
import type { ReviewedChange } from "../review-data.ts"
import type { ChangedEntry } from "./read-changes.ts"
import type { FileDiff } from "./read-diff.ts"
import { readRepositoryPath } from "./repository-path.ts"
import type { ScopeEntry } from "./select-files.ts"

/** Directories that are left out if there is no git repository to say what to ignore. */
export const skippedFolders: ReadonlySet<string> = new Set([
  ".git",
  "node_modules",
  "dist",
  "build",
  "out",
  "coverage",
  "vendor",
  ".venv",
  "venv",
  "__pycache__",
  ".next",
  "target",
  ".skillet",
])

/** A review with more files than this is reported as incomplete. */
export const MOST_FILES = 200_000

export function warnTooManyFiles(count: number): readonly string[] {
  return count > MOST_FILES ? [`more than ${MOST_FILES} files are in scope; the rest were not read`] : []
}

/** Whether a path from the root leads out of the project. */
export function isOutside(fromRoot: string): boolean {
  return fromRoot === ".." || fromRoot.startsWith("../")
}

/**
 * Whole files, each once, in the order of their names. A slash at the end marks a directory: git lists a repository within
 * another like this, and a walk without git lists the directories that it skips.
 */
export function toScopeEntries(
  names: readonly Uint8Array[],
  submodules: ReadonlySet<string> = new Set(),
): readonly ScopeEntry[] {
  const entries = names.flatMap((bytes): ScopeEntry | readonly [] => {
    const isDirectory = bytes.at(-1) === SLASH
    const name = readRepositoryPath(isDirectory ? bytes.subarray(0, -1) : bytes)
    // Where git does not understand its own directory, files are found without git.
    if (isDirectory && name.kind === "refused" && path.posix.basename(name.name) === ".git") return []
    if (isDirectory) return toScopeEntry({ name, kind: isSkipped(name) ? "skipped" : "repository" })
    const isSubmodule = name.kind === "path" && submodules.has(name.path)
    return toScopeEntry({ name, kind: isSubmodule ? "submodule" : "file" })
  })
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

const SLASH = 0x2f

function isSkipped(name: ChangedEntry["name"]): boolean {
  return name.kind === "path" && skippedFolders.has(path.posix.basename(name.path))
}

/** The files of a change with what changed in them, and new files that git does not know yet. */
export function toChangedEntries(
  changes: readonly ChangedEntry[],
  diffs: ReadonlyMap<string, FileDiff>,
  untracked: readonly Uint8Array[] = [],
): readonly ScopeEntry[] {
  const changed = changes.map((change) => {
    const entry = toScopeEntry(change)
    return { ...entry, diff: diffs.get(entry.path) }
  })
  const others = untracked.map((bytes) => toScopeEntry({ name: readRepositoryPath(bytes), kind: "untracked" }))
  return [...changed, ...others.filter(({ refused }) => refused === undefined)]
}

function toScopeEntry({ name, kind, blob, isExecutable }: ChangedEntry): ScopeEntry {
  if (name.kind === "path") return { path: name.path, kind, blob, ...(isExecutable && { isExecutable }) }
  return { path: name.name, kind, refused: name.why }
}

/** What to review: files by their path from the root, with their changes if known. */
export interface ReviewScope {
  readonly root: string
  readonly about: string
  /** The paths that were asked for, from the root; empty if everything is in scope. */
  readonly named: readonly string[]
  readonly entries: readonly ScopeEntry[]
  /** Absent: whole files of the working tree. */
  readonly change?: ReviewedChange | undefined
  /** What could not be listed. */
  readonly incomplete: readonly string[]
}
