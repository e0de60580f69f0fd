import { toCandidateFile, type CandidateFile } from "../content/read-candidate.ts"
import { mergeLines } from "./merge-lines.ts"

type Files = ReadonlyMap<string, CandidateFile>

/** What a user changed in an installed skill, next to what the source changes. */
export interface EditedSkill {
  /** The files as they were installed from the source. */
  readonly base: Files
  /** Those that the user changed, as they are on the disk. */
  readonly mine: Files
  /** The files of the source now. */
  readonly theirs: Files
}

export interface MergedEdits {
  /** The files that are not as the source has them. */
  readonly files: Files
  readonly conflicts: readonly EditConflict[]
}

export interface EditConflict {
  readonly path: string
  readonly why: string
}

/** Carries the user's own changes over to the new files of the source. */
export function mergeEdits({ base, mine, theirs }: EditedSkill): MergedEdits {
  const files = new Map<string, CandidateFile>()
  const conflicts: EditConflict[] = []
  for (const [path, own] of mine) {
    const merged = mergeFile(base.get(path), own, theirs.get(path))
    if (typeof merged === "string") conflicts.push({ path, why: merged })
    else if (merged !== undefined) files.set(path, merged)
  }
  return { files, conflicts }
}

/** The merged file, undefined if the source has the same, or why they cannot be merged. */
function mergeFile(
  base: CandidateFile | undefined,
  mine: CandidateFile,
  theirs: CandidateFile | undefined,
): CandidateFile | string | undefined {
  if (theirs === undefined) return "you changed it, and the source no longer has it"
  if (mine.sha256 === theirs.sha256) return undefined
  if (base === undefined) return "it is new in the source, and you have another file of this name"
  if (![base, mine, theirs].every(({ bytes }) => isText(bytes))) return "you changed it, and it is not text"
  if (theirs.sha256 === base.sha256) return toCandidateFile(mine.bytes, theirs.mode)
  const merged = mergeLines(toText(base), toText(mine), toText(theirs))
  if (merged === undefined) return "you and the source changed the same lines"
  const file = toCandidateFile(Buffer.from(merged), theirs.mode)
  return file.sha256 === theirs.sha256 ? undefined : file
}

function isText(bytes: Uint8Array): boolean {
  return !bytes.includes(0) && Buffer.from(Buffer.from(bytes).toString("utf8")).equals(bytes)
}

function toText({ bytes }: CandidateFile): string {
  return Buffer.from(bytes).toString("utf8")
}
