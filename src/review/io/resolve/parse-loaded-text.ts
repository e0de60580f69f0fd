import type { Problem } from "../../../problem/problem.ts"
import type { SkillText } from "../../../skill/read-skill.ts"
import { requireSkill } from "../../../skill/require-skill.ts"

/** The text of a skill and where it was found. */
export interface LoadedText {
  readonly path: string
  readonly text: string
  readonly skill: SkillText
  readonly problems: readonly Problem[]
  /** The directory of its plugin. */
  readonly root?: string
  /** Its name in the catalog, if it was found there. */
  readonly name?: string
  /** By the exact text that was read; absent until that is known. */
  readonly isTrusted?: boolean
  readonly isBundled?: boolean
}

/** Reads the text of a SKILL.md. Throws a SkilletError if it is not one. */
export function parseLoadedText(file: string, text: string): LoadedText {
  return { path: file, text, ...requireSkill(text, file) }
}
