import type { SkillText } from "./read-skill.ts"
import type { SkillForm } from "./skill-form.ts"

/** The input of a rule: one skill, read completely, and its surroundings. */
export interface LintTarget {
  readonly skill: SkillText
  /** The name of its directory. */
  readonly name: string
  readonly form: SkillForm
  /** The position of a frontmatter key. */
  readonly findKeyLine: (key: string) => number
  /** Whether a file exists, by its path within the skill's directory, the plugin's or the project's. */
  readonly hasFile: (path: string) => boolean
  /** The same for the skill's directory alone. */
  readonly hasOwnFile: (path: string) => boolean
  /** Whether a skill of this name is installed, comes with Skillet, or is next to this one. */
  readonly hasSkill: (name: string) => boolean
  /** The files in the skill's directory, as spelled on disk. */
  readonly files?: readonly string[] | undefined
  /** Accept only the fields that every agent knows. */
  readonly portable: boolean
}
