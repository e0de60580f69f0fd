import type { Problem } from "../problem/problem.ts"
import type { SkillSummary } from "../skill/read-skill.ts"
import type { SourceKind } from "../skill/place.ts"
import type { Trust } from "../skill/trust.ts"
import type { SkillForm } from "../skill/skill-form.ts"

/** A place that holds skills. Listing and reading may take time and may fail: some sources are servers. */
export interface SkillSource {
  readonly kind: SourceKind
  /** What people see: a folder, or a server's name. */
  readonly label: string
  readonly trust: Trust
  /** What a clashing name is prefixed with, for sources whose skills are only meant for a part of the project. */
  readonly scope?: string | undefined
  list(): Promise<SourceListing>
  /**
   * The whole text of one of its skills, for these arguments where the source itself fills them in. Throws a
   * SkilletError when it cannot be had.
   */
  read(skill: FoundSkill, args?: readonly string[]): Promise<string>
  /** The files of a skill that has no folder, by their path in it. */
  files?(skill: FoundSkill): Promise<Readonly<Record<string, Uint8Array>>>
  /** What to pin when a skill is approved: skill name → digest of what is offered. */
  digests?(): Promise<Readonly<Record<string, string>>>
  /** Ends whatever the source keeps open. */
  close?(): Promise<void>
}

export interface SourceListing {
  readonly skills: readonly FoundSkill[]
  readonly problems: readonly Problem[]
}

/** One skill as a source holds it: its header was read, its body was not. */
export interface FoundSkill {
  /** The name its place gives it: its folder's or file's, with the plugin's or namespace's prefix. */
  readonly name: string
  readonly form: SkillForm
  /** The file, as it was reached. */
  readonly path: string
  /** The file with all links resolved: the same skill reached twice has the same one. */
  readonly realPath: string
  readonly plugin?: PluginRef | undefined
  /** The file's size and time of change: the same twice means the same content. */
  readonly size: number
  readonly changed: number
  /** Its arguments are filled in by the source, and the text that comes back is data. */
  readonly isPrompt?: true | undefined
  /** The file itself is a link. */
  readonly linked?: true | undefined
  /** Why a file beside it keeps it out of the listing, though it can be named. */
  readonly unlisted?: string | undefined
  /** Why a file beside it switches it off. */
  readonly off?: string | undefined
  readonly summary: SkillSummary
  /** About what its entry in a listing costs a model. */
  readonly tokens: number
}

/** The plugin a skill belongs to. */
export interface PluginRef {
  readonly name: string
  readonly root: string
  /** Where the plugin itself comes from; `inline` when its folder was named. */
  readonly from: string
}
