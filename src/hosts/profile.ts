import type { Dialect } from "../skill/dialects/dialect.ts"
import type { Layout, PlaceAnchor, SourceKind } from "../skill/place.ts"

export type HostId = "open" | "claude" | "codex" | "opencode" | "gemini"

/** What one agent does with skills, as data. Behaviour that was not observed is `"unknown"`, never a guess. */
export interface HostProfile {
  readonly id: HostId
  readonly title: string
  /** The version this was observed with, or what it follows. */
  readonly observed: string
  /** Where it looks, in the order in which it reads. */
  readonly places: readonly PlaceRule[]
  /** Whether directories below the working directory add no skills if git ignores them. */
  readonly skipsIgnored?: true
  /** Its settings files that affect skills; a project's can only tighten. */
  readonly settings?: readonly SettingsFileRule[]
  /** Variables with further settings, read after the user's files. */
  readonly settingsVariables?: readonly SettingsVariableRule[]
  /** Which name counts: the directory's, or the one in the frontmatter. */
  readonly naming: "folder" | "header"
  /** Its own names; a second name that is one of them, or that another skill has, does not count. */
  readonly ownNames?: readonly string[]
  /** Several skills with one name: the first wins, the last wins, all are kept, or it is random. */
  readonly clash: "first" | "last" | "all" | "random"
  /** What happens on a clash, in a sentence for people. */
  readonly clashText: string
  /** What it adds to the description of a skill that got a prefix; {scope} and {name} are filled in. */
  readonly scopedNote?: string
  /**
   * What it adds to the description of a skill in a subdirectory whose name is free. Such a skill is offered with its
   * directory, whatever its `paths` say.
   */
  readonly nestedNote?: string
  /** Frontmatter keys that it reads, as spelled; if absent, all of ours in every spelling. */
  readonly reads?: readonly string[]
  /** How it reads the frontmatter, if not our own way with `reads`. */
  readonly reading?: ReadingRule
  /** Why it skips a file. */
  readonly skips: readonly SkipRule[]
  /**
   * Which skills without a description are left out of the listing, although they can be named: all, or those of a
   * plugin that do not say when to use them either.
   */
  readonly hidesUndescribed?: "all" | "plugins"
  /** Which `paths` mean every file: any that matches all of them, or only `**`. */
  readonly everything?: "any" | "lone-stars"
  /** Variables that switch off all skills. */
  readonly offBy?: readonly string[]
  /** What is used if the description is missing. */
  readonly describes: "paragraph" | "line" | "nothing"
  /** How it reads an unclear yes-or-no field. */
  readonly unclear: { readonly userInvocable: boolean; readonly disableModelInvocation: boolean }
  readonly listing: ListingRule
  /** The number of the first argument; `by-body` depends on what the body uses; none: arguments are not inserted. */
  readonly arguments: "from-0" | "from-1" | "by-body" | "none" | "unknown"
  /** The order of its listing. */
  readonly order: ListOrder
  /** Which offers of MCP servers it turns into skills. */
  readonly servers: "all" | "prompts" | "none"
  readonly rendering: RenderingRule
}

/** How a host turns a skill into a prompt, where hosts differ. */
export interface RenderingRule {
  /** What a host that passes the text on unchanged puts around it; nothing is inserted then. */
  readonly raw?: RawText
  /** Whether `${name}` is an argument too. */
  readonly bracedNames: boolean
  /** Whether placeholders inside code are always filled in; otherwise only if the skill takes arguments. */
  readonly fillsCode: boolean
  /** Whether an argument may have any name, also one that means something else. */
  readonly anyNames: boolean
  /** Whether `$1.50` is money. */
  readonly keepsPrices: boolean
  /** Whether `;`, `|`, `&`, `>`, `<` and a line break end the list of arguments. */
  readonly operatorsEndArguments: boolean
  /** Whether read-only commands may run without a grant. */
  readonly freeCommands: "none" | "read-only"
  /**
   * Whether a command with an expansion is refused although its program is granted; with a grant of every command it is
   * not.
   */
  readonly refusesExpansions: boolean
  /** Whether the model needs a rule to use a skill with grants or hooks. */
  readonly asksForGrants: boolean
  /** What is put before a backtick with which an argument could inject a command. */
  readonly neutralises: boolean
  /** Whether a conditional skill cannot be named before a matching file was touched. */
  readonly hidesConditional: boolean
}

/** codex: the whole file. opencode, gemini: the body and the names of the skill's other files. */
export type RawText = "codex" | "opencode" | "gemini"

export type SkipRule = "no-description" | "name-over-64" | "linked-file" | "not-utf8"

/** A reader of frontmatter that is not ours; `name` and `description` come from it. */
export interface ReadingRule {
  readonly dialect: Dialect
  /** Whether it uses other fields too, which are read our way. */
  readonly others?: true
  /** If a name is only white space: the directory's name is used, or it is kept. */
  readonly blankName: "folder" | "kept"
  /** Runs of white space in a name become one space. */
  readonly singleSpaces?: true
  /** Characters that become a hyphen in a name. */
  readonly hyphens?: string
}

/**
 * places: one skill directory after another, and inside each by directory name; what comes from a kind of directory in
 * `together` is one list, by name as people sort. names: all together, by name as people sort. levels: level by level,
 * then by name, then by path.
 */
export type ListOrder =
  | {
      readonly by: "places"
      readonly inside: "letters" | "locale" | "descending"
      readonly together?: readonly SourceKind[]
    }
  | { readonly by: "names" }
  | { readonly by: "levels"; readonly levels: readonly SourceKind[] }

export interface SettingsFileRule {
  readonly at: PlaceAnchor
  /** Below the anchor. */
  readonly files: readonly string[]
  readonly format: SettingsFormat
  readonly owner: "user" | "project" | "managed"
  /** Read only if this level is requested, or none is named. */
  readonly level?: SettingsLevel
  /** Environment variables that switch these files off. */
  readonly unless?: readonly string[]
}

/**
 * toml, json: rules about skills; JSON may have comments. claude-settings: plain JSON in which Claude Code's permissions
 * are too, so Skillet enforces it.
 */
export type SettingsFormat = "toml" | "json" | "claude-settings"

/** The levels of settings that a caller may choose from. */
export type SettingsLevel = "user" | "project" | "local"

/**
 * An environment variable of the user that names one more settings file, is the text of one, or is the maximum number
 * of characters of the listing.
 */
export type SettingsVariableRule =
  | {
      readonly variable: string
      readonly holds: "path" | "text"
      readonly format: "toml" | "json"
      /** The key that the text is the value of; the whole settings without it. */
      readonly under?: string
    }
  | { readonly variable: string; readonly holds: "listing-characters" }

export interface PlaceRule {
  readonly kind: SourceKind
  readonly at: PlaceAnchor
  /** Directories below the anchor, in the order in which they are read. */
  readonly folders: readonly string[]
  readonly layout: Layout
  /** A name that is taken gets no prefix here: the copy loses. */
  readonly unscoped?: true
  /** Environment variables that switch this directory off. */
  readonly unless?: readonly string[]
}

export interface ListingRule {
  readonly format: "lines" | "codex" | "xml"
  /**
   * What happens to white space in a text: a line break becomes one space, every control and invisible character
   * becomes one, every run becomes one, or nothing.
   */
  readonly spaces: "one-line" | "replaced" | "single" | "kept"
  /** The maximum number of characters of one entry's text, and how a cut text ends. */
  readonly entry?: { readonly characters: number; readonly ending: "…" | "..." }
  /** The limit for the whole listing. */
  readonly budget?: ListingBudget
  readonly escapesAngles: boolean
}

/**
 * A share of the context window. bare-names: counted in characters; over the limit the last descriptions are dropped,
 * and names stay. round-robin: counted in tokens of four bytes for each line; over the limit all descriptions grow by
 * one character in turn as far as there is room, and names that do not fit are left out.
 */
export type ListingBudget =
  | {
      readonly over: "bare-names"
      readonly share: number
      readonly window: number
      readonly charactersPerToken: number
      /** About how many characters the host's own entries take before ours; they keep their text first. */
      readonly ownCharacters: number
    }
  | {
      readonly over: "round-robin"
      readonly share: number
      readonly window: number
      /** The host's own entries, which come first: how long their names and texts are. */
      readonly own: readonly { readonly name: number; readonly text: number }[]
    }

/** Everything outside that determines where to look. */
export interface Surroundings {
  readonly cwd: string
  /** The working directory and its parents up to the repository's root (or all parents without a repository). */
  readonly upwards: readonly string[]
  /** The repository's root; the working directory without a repository. */
  readonly root: string
  readonly home: string
  readonly managed: Readonly<Record<HostId, readonly string[]>>
  /** The user's own directory of each host, if a variable moves it. */
  readonly config: Readonly<Partial<Record<HostId, string>>>
  readonly codexHome: string
  /** opencode's own configuration directories. */
  readonly opencodeConfig: readonly string[]
  /** The directory that Gemini CLI uses as the user's home. */
  readonly geminiHome: string
  readonly geminiExtensions: readonly string[]
  /** Directories that the host's settings name. */
  readonly settingsDirs: readonly string[]
  /** Those of the variables that switch directories or settings off that are set. */
  readonly switchedOff: readonly string[]
  /** The variables that contain settings or name a settings file, if they are set. */
  readonly settingsVariables: Readonly<Record<string, string>>
  /** Whether the working directory is in a repository. */
  readonly inRepository: boolean
  readonly nested: readonly string[]
  readonly addDirs: readonly string[]
  readonly skillsDirs: readonly string[]
  readonly pluginDirs: readonly string[]
  readonly bundled: readonly string[]
}
