import type { Problem } from "../problem/problem.ts"
import type { SkillSummary } from "../skill/read-skill.ts"
import type { SourceKind } from "../skill/place.ts"
import type { Trust } from "../skill/trust.ts"
import type { SkillForm } from "../skill/skill-form.ts"

/** A place that contains skills. Listing and reading may take time and may fail, because some sources are servers. */
export interface SkillSource {
  readonly kind: SourceKind
  /** What people see: a directory, or a server's name. */
  readonly label: string
  readonly trust: Trust
  /** The prefix of a clashing name, for sources whose skills are only meant for a part of the project. */
  readonly scope?: string | undefined
  list(): Promise<SourceListing>
  /**
   * The whole text of one of its skills. If the source itself fills in arguments, these are used. Throws a SkilletError
   * if the text is not available.
   */
  read(skill: FoundSkill, args?: readonly string[]): Promise<string>
  /** The files of a skill that has no directory, by their paths within it. */
  files?(skill: FoundSkill): Promise<Readonly<Record<string, Uint8Array>>>
  /** What to pin when a skill is approved: skill name → digest of the offered content. */
  digests?(): Promise<Readonly<Record<string, string>>>
  /** Closes whatever the source keeps open. */
  close?(): Promise<void>
}

export interface SourceListing {
  readonly skills: readonly FoundSkill[]
  readonly problems: readonly Problem[]
}

/** One skill as a source lists it: the frontmatter was read, the body was not. */
export interface FoundSkill {
  /** The name given by its location: that of its directory or file, with the prefix of the plugin or namespace. */
  readonly name: string
  readonly form: SkillForm
  /** The file, by the path that was searched. */
  readonly path: string
  /** The file with all links resolved: a skill found twice has the same one. */
  readonly realPath: string
  readonly plugin?: PluginRef | undefined
  /** The file's size and modification time: if both are the same, so is the content. */
  readonly size: number
  readonly changed: number
  /** The source fills in its arguments, and the resulting text is data. */
  readonly isPrompt?: true | undefined
  /** The source writes its text anew for each use, so its digest does not cover the text. */
  readonly hasFreeText?: true | undefined
  /** The file itself is a link. */
  readonly linked?: true | undefined
  /** Why another file next to it keeps it out of the listing, although it can be named. */
  readonly unlisted?: string | undefined
  /** Why another file next to it switches it off. */
  readonly off?: string | undefined
  readonly summary: SkillSummary
  /** About how many tokens its entry in a listing costs. */
  readonly tokens: number
}

/** The plugin a skill belongs to. */
export interface PluginRef {
  readonly name: string
  readonly root: string
  /** Where the plugin itself comes from; `inline` if its directory was named explicitly. */
  readonly from: string
}
