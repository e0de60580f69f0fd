/** One directory to search. */
export interface SkillPlace {
  readonly at: PlaceAnchor
  readonly kind: SourceKind
  /** The directory it belongs to: a project's, an added one, the user's home. */
  readonly base: string
  readonly root: string
  readonly layout: Layout
  readonly scope?: string | undefined
}

/** How skills are arranged in a directory. */
export type Layout = SkillTree | { readonly kind: "commands" } | PluginLayout

export interface PluginLayout {
  readonly kind: "plugins"
  readonly part: "skills" | "commands"
  /** The plugins are directories with a manifest in a directory of skills. */
  readonly amongSkills?: true
}

export interface SkillTree {
  readonly kind: "skills"
  /** How many levels deep a skill may be; 1 is directly below. */
  readonly depth: number
  /** Whether `<name>.md` directly in the directory is a skill too. */
  readonly flat?: true
  /** Whether directories that begin with a dot count. */
  readonly dotFolders?: true
  /** Whether skill.md counts in any spelling of upper and lower case. */
  readonly anyCase?: true
  /** Whether skills may be inside other skills. */
  readonly insideSkills?: true
  /** Whether directories called node_modules are entered. */
  readonly nodeModules?: true
  /**
   * Whether the directory itself may be a skill. Its subdirectories are then read only if skills may be inside skills.
   */
  readonly rootSkill?: true
  /** The maximum number of directories to read below the root. */
  readonly mostFolders?: number
  /** A file that must be in the root, or nothing in it counts. */
  readonly marker?: string
  /** A file next to SKILL.md that says who may use the skill. */
  readonly policy?: PolicyFileRule
}

export interface PolicyFileRule {
  /** Its path below the skill's directory. */
  readonly file: string
  /** What its content, a YAML map, means to the host. */
  readonly read: (values: Readonly<Record<string, unknown>>) => UsePolicy
}

/** Why a skill cannot be used, or is not listed for the model. */
export interface UsePolicy {
  readonly off?: string
  readonly unlisted?: string
}

/**
 * managed: the machine's own. cwd: the working directory. project: the working directory and its parents up to the
 * repository's root, or all parents without a repository. project-down: the same from the root down. repository: as
 * project, but without a repository only the working directory. repository-down: the same from the root down. nested:
 * directories below the working directory in which a file was touched. added: directories named with --add-dir.
 * skills-dirs: skill directories named with --skills-dir. home, config: the user's. codex-home, opencode-config,
 * gemini-home, gemini-extensions: the user's directories for one agent. settings: directories that an agent's settings
 * name. plugins: the plugin cache. plugin-dirs: plugins named with --plugin-dir. bundled: the skills that come with
 * Skillet.
 */
export type PlaceAnchor =
  | "managed"
  | "cwd"
  | "project"
  | "project-down"
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

/** Where a skill comes from. `commands` are the legacy form, one file each; `added` was named on the command line. */
export type SourceKind = (typeof sourceKinds)[number]

export const sourceKinds = ["managed", "project", "user", "added", "plugin", "bundled", "mcp", "commands"] as const
