import type { Layout, PlaceAnchor } from "../skill/place.ts"
import type { SourceKind } from "../skill/source-kind.ts"

export type HostId = "open" | "claude" | "codex" | "opencode" | "gemini"

/** What one agent does with skills, as data. What was not observed is `"unknown"`, never a guess. */
export interface HostProfile {
  readonly id: HostId
  readonly title: string
  /** The version this was observed with, or what it follows. */
  readonly observed: string
  /** Where it looks; whoever comes first wins. */
  readonly places: readonly PlaceRule[]
  /** Which name counts: the folder's, or the header's. */
  readonly naming: "folder" | "header"
  /** Several skills of one name: the first wins, all are kept, or nobody knows. */
  readonly clash: "first" | "all" | "unknown"
  /** What a clash does, in a sentence for people. */
  readonly clashText: string
  /** What it adds to the description of a skill that got a prefix; {scope} and {name} are filled in. */
  readonly scopedNote?: string
  /** Header keys it reads, as spelled; all of ours with every spelling when absent. */
  readonly reads?: readonly string[]
  /** Whether it mends broken fences, or takes such a file as having no header. */
  readonly mendsFences: boolean
  /** What it skips a file for. */
  readonly skips: readonly SkipRule[]
  /** What serves where the description is missing. */
  readonly describes: "paragraph" | "line" | "nothing"
  /** What an unclear yes-or-no field means to it. */
  readonly unclear: { readonly userInvocable: boolean; readonly disableModelInvocation: boolean }
  readonly listing: ListingRule
  /** Which number the first argument has; `by-body` looks at what the body uses; none are inserted. */
  readonly arguments: "from-0" | "from-1" | "by-body" | "none" | "unknown"
  readonly sort: "letters" | "locale"
  /** What it makes skills of that MCP servers offer. */
  readonly servers: "all" | "prompts" | "none"
  readonly rendering: RenderingRule
}

/** How a host turns a skill into a prompt, where hosts differ. */
export interface RenderingRule {
  /** Hosts that hand the text over as it is: the whole file, or its body. */
  readonly raw?: "file" | "body"
  /** Whether `${name}` is an argument too. */
  readonly bracedNames: boolean
  /** Whether placeholders inside code are always filled in; otherwise only where the skill takes arguments. */
  readonly fillsCode: boolean
  /** Whether `$1.50` is money. */
  readonly keepsPrices: boolean
  /** Whether `;`, `|`, `&`, `>`, `<` and a line break end the list of arguments. */
  readonly operatorsEndArguments: boolean
  /** Whether read-only commands may run without a grant. */
  readonly freeCommands: "none" | "read-only"
  /** Whether a command with an expansion is refused although its program is granted; a grant of every command is not. */
  readonly refusesExpansions: boolean
  /** Whether the model needs a rule to use a skill that brings grants or hooks. */
  readonly asksForGrants: boolean
  /** What is put before a backtick that an argument could smuggle a command in with. */
  readonly neutralises: boolean
  /** Whether a conditional skill cannot be named before a matching file was touched. */
  readonly hidesConditional: boolean
}

export type SkipRule = "no-header" | "no-description" | "name-over-64" | "bom" | "linked-file"

export interface PlaceRule {
  readonly kind: SourceKind
  readonly at: PlaceAnchor
  /** Folders below the anchor, first wins. */
  readonly folders: readonly string[]
  readonly layout: Layout
}

export interface ListingRule {
  readonly format: "lines" | "codex" | "xml"
  /** Most characters of one entry's text; the rest is cut. */
  readonly entryCharacters?: number
  /** Share of the context window for the whole listing. */
  readonly budget?: {
    readonly share: number
    readonly charactersPerToken: number
    readonly window: number
    /** What happens over it: descriptions go, last first; all are cut evenly, then go, then names go. */
    readonly over: "bare-names" | "cut-evenly"
    /** About how many characters the host's own entries take before ours; they keep their text first. */
    readonly ownCharacters: number
  }
  readonly escapesAngles: boolean
}

/** Everything outside that decides where to look. */
export interface Surroundings {
  readonly cwd: string
  /** The working directory and its parents up to the repository's root (or all of them where there is none). */
  readonly upwards: readonly string[]
  /** The repository's root; the working directory where there is none. */
  readonly root: string
  readonly home: string
  readonly managed: Readonly<Record<HostId, readonly string[]>>
  /** The user's own folder of each host, where a variable moves it. */
  readonly config: Readonly<Partial<Record<HostId, string>>>
  readonly codexHome: string
  readonly nested: readonly string[]
  readonly addDirs: readonly string[]
  readonly skillsDirs: readonly string[]
  readonly pluginDirs: readonly string[]
  readonly bundled: readonly string[]
}
