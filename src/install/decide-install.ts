import { listEffectiveFiles, type FoundPlace, writeLinkTarget } from "./compare-installed.ts"
import type { SkillCandidate, CandidateFile } from "./content/read-candidate.ts"
import { findInstalledNameFault } from "./installed-name.ts"
import type { NewContent } from "./new-content.ts"
import {
  findRealCopy,
  type InstalledPlace,
  type LockedAudit,
  type LockedFile,
  type LockedSkill,
  type LockedSource,
} from "./lock/lock-file.ts"

const nameFaultCodes = ["install.name", "install.shadows-bundled", "install.name-taken", "install.exists"] as const

/** Why a skill is not installed under a name. */
export interface NameFault {
  readonly code: (typeof nameFaultCodes)[number]
  readonly message: string
  readonly next: string
}

export interface NameFacts {
  readonly name: string
  readonly source: LockedSource
  readonly files: ReadonlyMap<string, LockedFile>
  /** The row that has this name now. */
  readonly row?: LockedSkill | undefined
  readonly bundled: readonly string[]
  readonly places: readonly InstalledPlace[]
  find(place: InstalledPlace): FoundPlace
}

/** Whether another name would help. */
export function isNameFault(code: string): boolean {
  return nameFaultCodes.some((one) => one === code)
}

const AS = "give it another name with --as NAME"

/** Why a name cannot be used; undefined if it can. */
export function findNameFault({ name, source, files, row, bundled, places, find }: NameFacts): NameFault | undefined {
  const wrong = findInstalledNameFault(name)
  if (wrong !== undefined)
    return { code: "install.name", message: `the name ${JSON.stringify(name)} ${wrong}`, next: AS }
  if (row === undefined && bundled.includes(name))
    return {
      code: "install.shadows-bundled",
      message: `${name} would hide the skill of this name that comes with Skillet`,
      next: AS,
    }
  if (row !== undefined && !isSameOrigin(row.source, source))
    return {
      code: "install.name-taken",
      message: `${name} is installed from ${describeSource(row.source)}, and this one is from ${describeSource(source)}`,
      next: `${AS}, or remove the other one with skillet remove ${name}`,
    }
  const owned = new Set(row?.installedTo.map(({ path }) => path))
  const taken = places.find((place) => !owned.has(place.path) && isTaken(place, find(place), files))
  if (taken === undefined) return undefined
  return {
    code: "install.exists",
    message: `${taken.path} is there already, and Skillet did not install it`,
    next: `${AS}, or move that directory elsewhere`,
  }
}

/**
 * Exactly the same files do not take the place of a skill, and neither do files that are of no skill, such as those that
 * a removed one left: those stay beside the new one.
 */
function isTaken({ kind }: InstalledPlace, found: FoundPlace, own: ReadonlyMap<string, LockedFile>): boolean {
  if (found.kind === "nothing") return false
  if (found.kind !== "folder" || kind === "link") return true
  const lower = new Set([...own.keys(), "SKILL.md"].map((path) => path.toLowerCase()))
  const isMine = (path: string) => own.has(path) && own.get(path)?.sha256 === found.files.get(path)?.sha256
  return [...found.files.keys(), ...found.others].some((path) => lower.has(path.toLowerCase()) && !isMine(path))
}

/** Whether two sources are the same skill of the same place, possibly at different versions. */
export function isSameOrigin(a: LockedSource, b: LockedSource): boolean {
  return (["type", "url", "package", "name", "path"] as const).every((field) => a[field] === b[field])
}

/** In a few words, for people. */
export function describeSource({
  type,
  url,
  package: name,
  version,
  commit,
  path,
  name: listed,
}: LockedSource): string {
  const at = type === "npm" ? `npm:${name}@${version}` : (url ?? "")
  const exact = commit === undefined ? "" : ` at ${commit.slice(0, 12)}`
  const within = listed ?? path
  return `${at}${exact}${within === undefined || within === "." ? "" : ` (${within})`}`
}

interface RowParts {
  readonly candidate: Omit<SkillCandidate, "files"> & { readonly files: ReadonlyMap<string, CandidateFile> }
  readonly audit: LockedAudit
  readonly places: readonly InstalledPlace[]
  readonly overlay?: LockedSkill["overlay"]
}

/** The row of the lock for a skill that is about to be installed. */
export function makeRow({ candidate, audit, places, overlay }: RowParts): LockedSkill {
  const { source, files, digest, license, grants, requires } = candidate
  const plain = [...files].map(([path, { sha256, size, mode }]) => [path, { sha256, size, mode }] as const)
  return { source, files: new Map(plain), digest, license, grants, audit, requires, installedTo: places, overlay }
}

/** What each place of a skill has when it is installed. `read` gives the bytes of a file by its checksum. */
export function layOut(
  skill: LockedSkill,
  {
    read,
    kept,
  }: { readonly read: (sha256: string) => Uint8Array; readonly kept: (place: InstalledPlace) => readonly string[] },
): ReadonlyMap<string, NewContent> {
  const real = findRealCopy(skill)
  return new Map(
    skill.installedTo.map((place): readonly [string, NewContent] => {
      if (place.kind === "link") return [place.path, { kind: "link", to: writeLinkTarget(place.path, real) }]
      const files = [...listEffectiveFiles(skill)].map(
        ([path, { sha256, mode }]) => [path, { bytes: read(sha256), mode }] as const,
      )
      return [place.path, { kind: "folder", files: new Map(files), kept: kept(place) }]
    }),
  )
}
