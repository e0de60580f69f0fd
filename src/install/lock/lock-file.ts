import type { Severity } from "../../finding/severity.ts"

export const LOCK_VERSION = 1

/** The directory of the user's own changes, from the directory of the lock. */
export const OVERLAYS = ".skillet/overlays"

/** What a project or a user installed: one row for each skill, by its name. */
export interface LockFile {
  readonly skills: ReadonlyMap<string, LockedSkill>
}

export interface LockedSkill {
  readonly source: LockedSource
  /** By path within the skill, with slashes. The bytes are those of the source, not of a checkout. */
  readonly files: ReadonlyMap<string, LockedFile>
  /** Over all files: what an approval of the installed skill would have. */
  readonly digest: string
  readonly license?: string | undefined
  /** The tools and commands that its frontmatter asks for. */
  readonly grants: readonly string[]
  readonly audit: LockedAudit
  readonly requires: SkillNeeds
  /** Where it is, from the directory of the lock. */
  readonly installedTo: readonly InstalledPlace[]
  readonly overlay?: LockedOverlay | undefined
}

export interface LockedFile {
  readonly sha256: string
  readonly size: number
  readonly mode: FileMode
}

export const fileModes = ["644", "755"] as const
export type FileMode = (typeof fileModes)[number]

/** Where the bytes come from, exactly. `ref` is what was asked for: a branch, a tag or a range. */
export type LockedSource = { readonly type: SourceType } & Readonly<Partial<Record<SourceField, string | undefined>>>

/** The fields of each type of source; those with a question mark may be absent. */
export const sourceFields = {
  git: ["url", "ref?", "commit", "path", "plugin?"],
  path: ["url", "path"],
  archive: ["url", "digest", "path", "attestedBy?", "checkedWith?"],
  npm: ["package", "ref?", "version", "integrity", "path"],
  "well-known": ["url", "name", "digest", "path"],
} as const satisfies Readonly<Record<string, readonly `${SourceField}${"" | "?"}`[]>>

export type SourceType = keyof typeof sourceFields
export type SourceField =
  | "url"
  | "ref"
  | "commit"
  | "path"
  | "plugin"
  | "digest"
  | "package"
  | "version"
  | "integrity"
  | "name"
  /** The repository on GitHub whose workflows attested the archive, and the program that verified it. */
  | "attestedBy"
  | "checkedWith"

/** What the audit found when it was installed: a digest over its findings, and the worst severity. */
export interface LockedAudit {
  readonly digest: string
  readonly verdict: AuditVerdict
}

/** The worst severity that a rule was fairly certain about, or that no rule matched. It does not mean safe. */
export type AuditVerdict = Severity | "none"

/** What a skill needs besides its own files, by name. */
export interface SkillNeeds {
  readonly skills?: readonly string[] | undefined
  readonly programs?: readonly string[] | undefined
  readonly servers?: readonly string[] | undefined
  readonly env?: readonly string[] | undefined
}

export const needKinds = ["skills", "programs", "servers", "env"] as const

export interface InstalledPlace {
  readonly path: string
  /** real: the one real copy. link: a relative link to it. copy: a copy that Skillet keeps the same. */
  readonly kind: PlaceKind
}

/** Where the one real copy of a skill is. */
export function findRealCopy({ installedTo }: Pick<LockedSkill, "installedTo">): string {
  const real = installedTo.find(({ kind }) => kind === "real")
  if (real === undefined) throw new Error("a row has no real copy")
  return real.path
}

export const placeKinds = ["real", "link", "copy"] as const
export type PlaceKind = (typeof placeKinds)[number]

/** The user's own changes, kept in a file of their own; `files` are those that differ from the source. */
export interface LockedOverlay {
  readonly path: string
  readonly sha256: string
  readonly files: ReadonlyMap<string, LockedFile>
}
