import type { SourceEntryKind } from "../../content/check-files.ts"
import type { LockedSource } from "../../lock/lock-file.ts"
import type { FoundOffers, SourceSkill } from "../../source/find-offers.ts"

/** A source that was resolved: what it offers, and the bytes of each. Nothing of it was written into the project. */
export interface OpenedSource extends FoundOffers {
  /** For people: where it is and what exactly was resolved. */
  readonly shown: string
  /** Reads the files of several skills in one go, so that loading them asks the source no more. */
  prepare(offers: readonly SourceSkill[]): Promise<void>
  /** The files of a skill, by their path within it, as the source has them. */
  load(offer: SourceSkill): Promise<LoadedSkill>
  /** The text of each SKILL.md; a skill may be named otherwise than its directory. */
  readTexts(offers: readonly SourceSkill[]): Promise<ReadonlyMap<SourceSkill, string>>
}

export interface LoadedSkill {
  readonly source: LockedSource
  readonly entries: readonly LoadedEntry[]
}

export interface LoadedEntry {
  readonly path: string
  readonly kind: SourceEntryKind
  /** Absent for what is not a file, and for a file that is too large. */
  readonly bytes?: Uint8Array | undefined
  readonly size: number
}

export interface SourceContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The directory of the lock. */
  readonly root: string
  /** Paths that were typed are relative to it. */
  readonly cwd: string
  readonly home: string
  /** Where fetched repositories are kept. */
  readonly cache: string
}
