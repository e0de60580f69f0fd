import type { SourceKind } from "./source-kind.ts"

/** One folder to look in. */
export interface Place {
  readonly at: PlaceAnchor
  readonly kind: SourceKind
  /** The folder it is a place of: a project's, an added one, the user's home. */
  readonly base: string
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

/**
 * managed: the machine's own. project: the working directory and its parents up to the repository's root. root: only
 * that root. nested: folders below the working directory in which a file was touched. added: folders named with
 * --add-dir. skills-dirs: folders of skills named with --skills-dir. home, config: the user's. plugins: the plugin
 * cache. plugin-dirs: plugins named with --plugin-dir. bundled: what comes with Skillet.
 */
export type PlaceAnchor =
  | "managed"
  | "project"
  | "root"
  | "nested"
  | "added"
  | "skills-dirs"
  | "home"
  | "config"
  | "codex-home"
  | "plugins"
  | "plugin-dirs"
  | "bundled"
