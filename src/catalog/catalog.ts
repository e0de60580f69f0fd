import type { HostId } from "../hosts/profile.ts"
import type { Problem } from "../problem/problem.ts"
import type { SourceKind } from "../skill/place.ts"
import type { Trust } from "../skill/trust.ts"
import type { SkillForm } from "../skill/skill-form.ts"

/** All skills for one host, which copy wins, and all problems that were found. */
export interface Catalog {
  readonly host: HostId
  /** The winners, in the order in which the host lists them. */
  readonly skills: readonly CatalogSkill[]
  readonly shadowed: readonly ShadowedSkill[]
  readonly duplicates: readonly DuplicateSkill[]
  readonly problems: readonly Problem[]
}

export interface CatalogSkill {
  readonly name: string
  /** What addresses exactly this copy. */
  readonly ref: string
  readonly source: SourceKind
  readonly description: string
  readonly path: string
  /** About how many tokens its name and whole description cost; a listing says what its entry costs as shown. */
  readonly tokens: number
  readonly status: SkillStatus
  /** Why the status is not `active`. */
  readonly reason?: string | undefined
  /** The copies it hides, by ref. */
  readonly shadows: readonly string[]
  /** It is part of the listing, although its status says that the model cannot use it. */
  readonly isListed?: true | undefined
  /** The listing leaves it out, but the model can use it if it knows the name. */
  readonly isNamed?: true | undefined
  /** It comes with Skillet: Skillet's own commands know it, but it is not in the listing of the host. */
  readonly isUnlisted?: true | undefined
  /** The name in its frontmatter, if it differs. */
  readonly title?: string | undefined
  readonly aliases?: readonly string[] | undefined
  readonly whenToUse?: string | undefined
  /** The patterns of files that make it available. */
  readonly paths?: readonly string[] | undefined
  readonly form: SkillForm
  /** The plugin it belongs to. */
  readonly plugin?: string | undefined
  readonly trust: Trust
  /** What the host adds to the description of a skill that is only meant for a part of the project. */
  readonly note?: string | undefined
}

/**
 * active: people and the model can use it. conditional: available once a matching file was touched. name-only: listed
 * without its description. user-only, model-only: the other cannot use it. off: switched off. skipped: the host does
 * not accept this file.
 */
export type SkillStatus = "active" | "conditional" | "name-only" | "user-only" | "model-only" | "off" | "skipped"

export interface ShadowedSkill {
  readonly name: string
  readonly ref: string
  readonly source: SourceKind
  readonly description: string
  readonly path: string
  /** The winner, by ref. */
  readonly by: string
  /** Why the winner won. */
  readonly rule: string
}

/** The same file found a second time. */
export interface DuplicateSkill {
  readonly name: string
  readonly source: SourceKind
  readonly path: string
  /** The real file of both. */
  readonly realPath: string
  /** The name under which it was loaded. */
  readonly of: string
  /** Where it was found first. */
  readonly first: string
  readonly rule: string
}

/** Whether the host could use a skill: neither switched off nor skipped. */
export function isUsable({ status }: Pick<CatalogSkill, "status">): boolean {
  return status !== "off" && status !== "skipped"
}

/** Whether a person or a setting switched a skill off. */
export function isOff({ status }: Pick<CatalogSkill, "status">): boolean {
  return status === "off"
}

/** How a skill is marked that the host does not list. */
export const UNLISTED = "Skillet's, not in your agent's listing"

/** Whether a skill comes with Skillet. */
export function isBundled({ source }: Pick<CatalogSkill, "source">): boolean {
  return source === "bundled"
}
