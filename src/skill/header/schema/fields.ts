import type { Capability } from "../../trust.ts"

/** How a field's value is written. Each kind has one reader (`read-fields.ts`) and one schema (`json-schema.ts`). */
export type FieldKind =
  | "text"
  | "version"
  | "hint"
  | "tools"
  | "words"
  | "phrases"
  | "paths"
  | "boolean"
  | "effort"
  | "choice"
  | "map"
  | "hooks"
  | "requires"

export interface HeaderField {
  /** The canonical key: the one that agents read. */
  readonly key: string
  readonly property: keyof SkillHeader
  readonly kind: FieldKind
  readonly choices?: readonly string[]
  /** Spellings beyond kebab, snake and camel case of the key. */
  readonly also?: readonly string[]
  readonly default?: string
  /** The version of Skillet that first read it. */
  readonly since: string
  /** Part of the Agent Skills specification, so every agent knows it. */
  readonly standard?: true
  /** What a source must be trusted with before the field takes effect. */
  readonly needs?: Capability
  readonly about: string
}

/** The frontmatter, by property. A missing property was not written, or could not be used (then there is a problem). */
export interface SkillHeader {
  readonly name?: string | undefined
  readonly description?: string
  readonly whenToUse?: string
  readonly license?: string
  readonly compatibility?: string
  readonly metadata?: YamlMap
  readonly allowedTools?: readonly string[]
  readonly disallowedTools?: readonly string[]
  readonly argumentHint?: string
  readonly arguments?: readonly string[]
  readonly model?: string
  readonly effort?: string | number
  readonly context?: string
  readonly agent?: string
  readonly background?: Tristate
  readonly hooks?: YamlMap
  readonly paths?: readonly string[]
  readonly shell?: string
  readonly version?: string
  readonly disableModelInvocation?: Tristate
  readonly userInvocable?: Tristate
  readonly aliases?: readonly string[]
  readonly triggers?: readonly string[]
  readonly requires?: Requirements
}

/** A yes-or-no field as written; hosts differ in how they read an unclear one. */
export type Tristate = boolean | "unclear"

export interface Requirements {
  readonly skillet?: string
  readonly agent?: string
}

export type YamlValue = string | number | boolean | null | readonly YamlValue[] | YamlMap

export interface YamlMap {
  readonly [key: string]: YamlValue
}

export const EFFORT_LEVELS = ["low", "medium", "high", "xhigh", "max"] as const

/** The table of frontmatter fields: it drives the reader, the JSON Schema, the documentation page and lint. */
export const headerFields: readonly HeaderField[] = [
  {
    key: "name",
    property: "name",
    kind: "text",
    since: "0.1.0",
    standard: true,
    about: "The name of the skill: 1 to 64 lower-case letters, digits and hyphens, the same as its directory.",
  },
  {
    key: "description",
    property: "description",
    kind: "text",
    since: "0.1.0",
    standard: true,
    about:
      "What the skill does and when to use it, in at most 1,024 characters. Models use this text to choose a skill.",
  },
  {
    key: "license",
    property: "license",
    kind: "text",
    since: "0.1.0",
    standard: true,
    about: "The license, by name or as a file in the directory.",
  },
  {
    key: "compatibility",
    property: "compatibility",
    kind: "text",
    since: "0.1.0",
    standard: true,
    about: "What the skill requires (programs, network, an agent), in at most 500 characters.",
  },
  {
    key: "metadata",
    property: "metadata",
    kind: "map",
    since: "0.1.0",
    standard: true,
    about: "Anything else, as a map. `skillet-when: FLAG` makes the skill exist only when that flag is set.",
  },
  {
    key: "allowed-tools",
    property: "allowedTools",
    kind: "tools",
    since: "0.1.0",
    standard: true,
    needs: "tool-grants",
    about:
      "Tools granted while the skill is in use, such as `Read` or `Bash(git log:*)`. It grants; it does not restrict.",
  },
  {
    key: "when_to_use",
    property: "whenToUse",
    kind: "text",
    since: "0.1.0",
    about: "More on when to use it, appended to the description where skills are listed.",
  },
  {
    key: "argument-hint",
    property: "argumentHint",
    kind: "hint",
    since: "0.1.0",
    about: "What to type after the name, such as `[file] [mode]`. Quote it: brackets are a list in YAML.",
  },
  {
    key: "arguments",
    property: "arguments",
    kind: "words",
    since: "0.1.0",
    about: "Names for the arguments, in order; the body uses them as `$name`.",
  },
  {
    key: "model",
    property: "model",
    kind: "text",
    default: "inherit",
    since: "0.1.0",
    about: "The model to use while the skill is in use.",
  },
  {
    key: "effort",
    property: "effort",
    kind: "effort",
    since: "0.1.0",
    about: `How hard to think: ${EFFORT_LEVELS.join(", ")}, or a whole number.`,
  },
  {
    key: "context",
    property: "context",
    kind: "choice",
    choices: ["inline", "fork"],
    default: "inline",
    since: "0.1.0",
    about: "`fork` runs the skill in its own sub-agent.",
  },
  {
    key: "agent",
    property: "agent",
    kind: "text",
    since: "0.1.0",
    about: "The type of sub-agent for `context: fork`.",
  },
  {
    key: "background",
    property: "background",
    kind: "boolean",
    default: "true",
    since: "0.1.0",
    about: "Whether a forked skill runs in the background; `false` waits for it.",
  },
  {
    key: "hooks",
    property: "hooks",
    kind: "hooks",
    since: "0.1.0",
    needs: "hooks",
    about: "Commands to run on the agent's events while the skill is in use.",
  },
  {
    key: "paths",
    property: "paths",
    kind: "paths",
    since: "0.1.0",
    about: "Patterns in the style of .gitignore: the skill is offered once a matching file has been read or written.",
  },
  {
    key: "shell",
    property: "shell",
    kind: "choice",
    choices: ["bash", "powershell"],
    default: "bash",
    since: "0.1.0",
    needs: "inline-shell",
    about:
      "The shell for the skill's inline commands. Only bash commands can be checked, so the commands of a powershell skill are refused.",
  },
  {
    key: "version",
    property: "version",
    kind: "version",
    since: "0.1.0",
    about: "The skill's own version, by the rules of semantic versioning.",
  },
  {
    key: "disable-model-invocation",
    property: "disableModelInvocation",
    kind: "boolean",
    default: "false",
    since: "0.1.0",
    about: "`true` hides the skill from the model: only a person can use it.",
  },
  {
    key: "user-invocable",
    property: "userInvocable",
    kind: "boolean",
    also: ["user-invokable"],
    default: "true",
    since: "0.1.0",
    about: "`false` hides the skill from people: only the model can use it.",
  },
  {
    key: "disallowed-tools",
    property: "disallowedTools",
    kind: "tools",
    since: "0.1.0",
    about: "Tools that are not available while the skill is in use.",
  },
  {
    key: "aliases",
    property: "aliases",
    kind: "words",
    since: "0.1.0",
    about: "Other names the skill answers to.",
  },
  {
    key: "triggers",
    property: "triggers",
    kind: "phrases",
    since: "0.1.0",
    about: "Phrases that make a prompt use the skill, if the hook for prompts is on and the skill is trusted.",
  },
  {
    key: "requires",
    property: "requires",
    kind: "requires",
    since: "0.1.0",
    about: "Versions the skill needs: `skillet` and `agent`, as ranges such as `>=0.2`.",
  },
]

/** Every accepted spelling, with its field. */
export const fieldBySpelling: ReadonlyMap<string, HeaderField> = new Map(
  headerFields.flatMap((field) => listSpellings(field).map((spelling) => [spelling, field] as const)),
)

export function listSpellings(field: HeaderField): readonly string[] {
  const bases = [field.key, ...(field.also ?? [])]
  return [...new Set(bases.flatMap((key) => [key, key.replaceAll("_", "-"), key.replaceAll("-", "_"), camelCase(key)]))]
}

function camelCase(key: string): string {
  return key.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
