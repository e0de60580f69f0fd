import type { SourceEntryKind } from "../content/check-files.ts"

/** A file of an archive, as the archive has it. Nothing is written before its path and kind were checked. */
export interface ArchiveEntry {
  readonly path: string
  readonly kind: SourceEntryKind
  readonly bytes: Uint8Array
}

/** Why an archive is not read. */
export interface ArchiveFault {
  readonly wrong: string
}

export const MOST_ENTRIES = 20_000

/** The unpacked bytes of an archive may be this many, which is more than any skill that can be installed. */
export const MOST_UNPACKED = 256 * 1024 * 1024
