import type { AuditTarget } from "../../audit/audit-all.ts"
import type { KnownSkills } from "../../audit/known-skills.ts"
import { decodeFileBytes, isLikelyText } from "../../audit/rules/reading/decode.ts"
import type { AuditFile } from "../../audit/rules/reading/split-passages.ts"
import { readSkill } from "../../skill/read-skill.ts"
import type { FileMode, LockedFile, LockedSource, SkillNeeds } from "../lock/lock-file.ts"
import { digestFiles } from "../lock/read-lock.ts"
import { sha256 } from "../../text/sha256.ts"
import { checkEntries, checkSizes, type ContentFault, type SourceEntryKind } from "./check-files.ts"
import { readNeeds } from "./read-needs.ts"

/** A skill from a source, complete and checked, before anything is decided about it. */
export interface SkillCandidate {
  /** As its frontmatter or its directory calls it. */
  readonly name: string
  readonly source: LockedSource
  readonly files: ReadonlyMap<string, CandidateFile>
  readonly digest: string
  readonly license?: string | undefined
  readonly grants: readonly string[]
  readonly requires: SkillNeeds
}

export interface CandidateFile extends LockedFile {
  readonly bytes: Uint8Array
}

interface Loaded {
  /** Its name if the frontmatter has none. */
  readonly name: string
  readonly source: LockedSource
  readonly entries: readonly {
    readonly path: string
    readonly kind: SourceEntryKind
    readonly bytes?: Uint8Array | undefined
    readonly size: number
  }[]
}

export type ReadCandidate = { readonly candidate: SkillCandidate } | { readonly faults: readonly ContentFault[] }

const MAIN = "SKILL.md"

/** Reads what a source has for a skill. Anything that must not be written makes the whole skill unusable. */
export function readCandidate({ name, source, entries }: Loaded): ReadCandidate {
  const faults = [...checkEntries(entries), ...checkSizes(entries.map(({ size }) => size))]
  if (faults.length > 0) return { faults }
  const files = new Map(
    entries.map(({ path, kind, bytes = new Uint8Array() }) => [
      path,
      toCandidateFile(bytes, kind === "executable" ? "755" : "644"),
    ]),
  )
  const reading = readSkill(Buffer.from(files.get(MAIN)?.bytes ?? []).toString("utf8"))
  if (reading.kind === "refused") {
    const [problem] = reading.problems
    return { faults: [{ code: "install.not-a-skill", path: MAIN, message: problem?.message ?? "it cannot be read" }] }
  }
  const { header } = reading.skill
  return {
    candidate: {
      name: header.name ?? name,
      source,
      files,
      digest: digestFiles(files),
      license: header.license,
      grants: header.allowedTools ?? [],
      requires: readNeeds(reading.skill),
    },
  }
}

export function toCandidateFile(bytes: Uint8Array, mode: FileMode): CandidateFile {
  return { sha256: sha256(bytes), size: bytes.length, mode, bytes }
}

const MOST_TEXT = 1024 * 1024
const MOST_OF_ALL = 4 * 1024 * 1024

/** A candidate as the audit reads it. What it does not read is listed with the reason. */
export function toAuditTarget(
  { name, files }: Pick<SkillCandidate, "name" | "files">,
  known: KnownSkills | undefined,
): AuditTarget {
  let left = MOST_OF_ALL
  const read = [...files].map(([path, file]): AuditFile => {
    const about = { path, executable: file.mode === "755", size: file.size }
    const unread = findUnread(path, file, left)
    if (unread !== undefined) return { ...about, unread }
    left -= file.size
    return { ...about, ...decodeFileBytes(file.bytes) }
  })
  return {
    name,
    path: `${name}/${MAIN}`,
    input: { name, main: MAIN, files: read, ...(known && { known }) },
    isOwn: false,
    shown: (file) => `${name}/${file}`,
    notRead: read.flatMap(({ path, unread }) =>
      unread === undefined ? [] : [{ path: `${name}/${path}`, reason: unread }],
    ),
  }
}

function findUnread(path: string, { size, bytes }: CandidateFile, left: number): string | undefined {
  if (size > MOST_TEXT) return "it is larger than 1 MiB"
  if (size > left) return "the skill's files are larger than 4 MiB in total"
  return path === MAIN || isLikelyText(bytes) ? undefined : "it is not text"
}
