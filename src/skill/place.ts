/** One folder to look in. */
export interface SkillPlace {
  readonly at: PlaceAnchor
  readonly kind: SourceKind
  /** The folder it is a place of: a project's, an added one, the user's home. */
  readonly base: string
  readonly root: string
  readonly layout: Layout
  readonly scope?: string | undefined
}

/** How skills are laid out in a folder. */
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
  /** Whether the folder itself may be a skill; the folders in it are read then only where skills may be inside skills. */
  readonly rootSkill?: true
  /** Most folders that are read below the root. */
  readonly mostFolders?: number
  /** A file that must be in the root, or nothing of it counts. */
  readonly marker?: string
  /** A file beside SKILL.md that says who may use the skill. */
  readonly policyFile?: string
}

/**
 * managed: the machine's own. cwd: the working directory. project: that and its parents up to the repository's root, or
 * all of them where there is none. repository: the same, but only the working directory where there is none.
 * repository-down: that from the root down. nested: folders below the working directory in which a file was touched.
 * added: folders named with --add-dir. skills-dirs: folders of skills named with --skills-dir. home, config: the user's.
 * codex-home, opencode-config, gemini-home, gemini-extensions: the user's folders of one agent. settings: folders that an
 * agent's settings name. plugins: the plugin cache. plugin-dirs: plugins named with --plugin-dir. bundled: what comes with
 * Skillet.
 */
export type PlaceAnchor =
  | "managed"
  | "cwd"
  | "project"
  | "repository"
  | "repository-down"
  | "nested"
  | "added"
  | "skills-dirs"
  | "home"
  | "config"
  | "codex-home"
  | "opencode-config"
  | "gemini-home"
  | "gemini-extensions"
  | "settings"
  | "plugins"
  | "plugin-dirs"
  | "bundled"

/** Where a skill comes from. `commands` are the legacy form of one file each; `added` was named on the command line. */
export type SourceKind = (typeof sourceKinds)[number]

export const sourceKinds = ["managed", "project", "user", "added", "plugin", "bundled", "mcp", "commands"] as const
