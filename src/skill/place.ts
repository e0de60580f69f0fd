import type { SourceKind } from "./source-kind.ts"

/** One folder to look in. */
export interface Place {
  readonly kind: SourceKind
  readonly root: string
  readonly layout: Layout
  readonly scope?: string
}

/** How skills lie in a folder. */
export type Layout =
  | SkillTree
  | { readonly kind: "commands" }
  | { readonly kind: "plugins"; readonly part: "skills" | "commands" }

export interface SkillTree {
  readonly kind: "skills"
  /** How many folders deep a skill may lie; 1 is directly below. */
  readonly depth: number
  /** Whether `<name>.md` directly in the folder is a skill too. */
  readonly flat?: true
  /** Whether folders beginning with a dot count. */
  readonly dotFolders?: true
  /** Whether a file named skill.md in any case counts. */
  readonly anyCase?: true
  /** Whether skills may lie inside other skills. */
  readonly insideSkills?: true
  /** Whether a folder may be called node_modules; otherwise it is not entered. */
  readonly nodeModules?: true
  /** Whether the folder itself may be a skill. */
  readonly rootSkill?: true
}
