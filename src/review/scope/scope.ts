import type { ReviewedChange } from "../review-data.ts"
import type { ScopeEntry } from "./select-files.ts"

/** What is to be reviewed: files by their path from the root, with what changed in them where that is known. */
export interface Scope {
  readonly root: string
  readonly about: string
  readonly entries: readonly ScopeEntry[]
  /** Absent: whole files of the work tree. */
  readonly change?: ReviewedChange | undefined
  /** What could not be listed. */
  readonly incomplete: readonly string[]
}
