import type { ReviewedChange } from "../review-data.ts"
import type { ChangedEntry } from "./read-changes.ts"
import type { FileDiff } from "./read-diff.ts"
import type { ReadPath } from "./repository-path.ts"
import type { ScopeEntry } from "./select-files.ts"

/** Directories that are left out where git does not say what to ignore. */
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

/** A review of more files than these says that it is not whole. */
export const MOST_FILES = 200_000

export function tooManyFiles(count: number): readonly string[] {
  return count > MOST_FILES ? [`more than ${MOST_FILES} files are in scope; the rest were not read`] : []
}

/** Whole files, each once, in the order of their names. */
export function entriesOf(names: readonly ReadPath[]): readonly ScopeEntry[] {
  const entries = names.map((name) => entryOf({ name, kind: "file" }))
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The files of a change with what changed in them. */
export function changedEntries(
  changes: readonly ChangedEntry[],
  diffs: ReadonlyMap<string, FileDiff>,
): readonly ScopeEntry[] {
  return changes.map((change) => {
    const entry = entryOf(change)
    return { ...entry, diff: diffs.get(entry.path) }
  })
}

function entryOf({ name, kind, blob }: ChangedEntry): ScopeEntry {
  if (name.kind === "path") return { path: name.path, kind, blob }
  return { path: name.name, kind, refused: name.why }
}

/** What is to be reviewed: files by their path from the root, with what changed in them where that is known. */
export interface Scope {
  readonly root: string
  readonly about: string
  /** What was named, by paths from the root; empty where everything is in scope. */
  readonly named: readonly string[]
  readonly entries: readonly ScopeEntry[]
  /** Absent: whole files of the work tree. */
  readonly change?: ReviewedChange | undefined
  /** What could not be listed. */
  readonly incomplete: readonly string[]
}
