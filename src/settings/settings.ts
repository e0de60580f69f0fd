import type { Problem } from "../problem/problem.ts"
import type { SkillRule } from "../hosts/settings/skill-rule.ts"
import { type AgentSettings, noAgentSettings } from "./agent-settings.ts"
import { type ActivationLayer, type ActivationSettings, usualActivation } from "./activation-settings.ts"
import { type ClientSettings, defaultClientSettings } from "./client-settings.ts"
import type { DomainSettings } from "./domain-settings.ts"
import { noWakeSettings, type WakeLayer, type WakeSettings } from "./wake-settings.ts"

/** How much of a skill is shown: all, its name without the description, only to people, nothing. Strictest last. */
export const switchLevels = ["on", "name-only", "user-only", "off"] as const

export type Switch = (typeof switchLevels)[number]

/** What a person, a project and a machine have set for skills. */
export interface CatalogSettings {
  readonly switches: ReadonlyMap<string, Switch>
  /** Where a switch of ours is written, by the name it is for. */
  readonly switchPlaces: ReadonlyMap<string, SettingPlace>
  readonly listing: ListingSettings
  /** The flags that `metadata.skillet-when` may name. */
  readonly flags: readonly string[]
  readonly pluginVersions: "semver" | "mtime"
  /** Plugins switched off, as `plugin` or `plugin@source`. */
  readonly pluginsOff: readonly string[]
  readonly permissions: Permissions
  /** Inline commands in skills are switched off completely. */
  readonly shellOff: boolean
  /** The models that a skill may ask for; undefined: all. */
  readonly availableModels?: readonly string[] | undefined
  /** Whether commands may run without a sandbox. */
  readonly sandbox: "required" | "preferred"
  /** Servers that offer skills. */
  readonly servers: readonly ServerSettings[]
  /** What clients of our own MCP server may do. */
  readonly mcp: ClientSettings
  /** What the host's own files say about skills, one set for each file: the strictest counts. */
  readonly ruleSets: readonly (readonly SkillRule[])[]
  /** The profiles that somebody wrote into the host's files, with the skills that each switches off there. */
  readonly profiles?: readonly UsedProfile[] | undefined
  /** Skill directories that the host's own files name. */
  readonly skillDirs: readonly string[]
  /** Which agents are used for what. */
  readonly agents: AgentSettings
  /** Modules that export workflows with functions, as written. */
  readonly workflows: readonly string[]
  /** What was wrong with that list; also among the problems of the settings. */
  readonly workflowProblems: readonly Problem[]
  /** Which skill a task gets by its words. */
  readonly wake: WakeSettings
  /** When a prompt names a skill, or adds its text. */
  readonly activation: ActivationSettings
  /** What is added to the domains of jobs. */
  readonly domains: DomainSettings
  /** What was wrong with them; also among the problems of the settings. */
  readonly domainProblems: readonly Problem[]
}

export interface UsedProfile {
  readonly name: string
  readonly off: ReadonlySet<string>
}

export interface SettingPlace {
  readonly path: string
  readonly line: number
}

/** A server that offers skills: a program to start, or a URL. */
export interface ServerSettings {
  readonly name: string
  readonly trust: "text" | "vars" | "shell-with-permission"
  readonly at:
    | { readonly command: string; readonly args: readonly string[]; readonly env: readonly string[] }
    | { readonly url: string; readonly headers: Readonly<Record<string, string>> }
}

/** Rules such as `Skill(deploy)` and `Bash(git log:*)`: deny comes before ask, ask before allow. */
export interface Permissions {
  readonly allow: readonly string[]
  readonly ask: readonly string[]
  readonly deny: readonly string[]
}

export interface ListingSettings {
  /** The maximum number of characters of one entry. */
  readonly entryCharacters?: number
  /** The maximum number of characters of the whole listing. */
  readonly characters?: number
  /** Or that as a share of the context window. */
  readonly share?: number
}

/** The content of one settings file; a missing key has no effect. */
export interface SettingsLayer {
  readonly switches?: Readonly<Record<string, Switch>>
  readonly switchPlaces?: Readonly<Record<string, SettingPlace>>
  /** Skills that no project may switch off or restrict, in lower case. Never from a project's file. */
  readonly keptOn?: readonly string[]
  readonly listing?: ListingSettings
  readonly flags?: readonly string[] | undefined
  readonly pluginVersions?: "semver" | "mtime" | undefined
  readonly pluginsOff?: readonly string[]
  readonly permissions?: Partial<Permissions>
  readonly shellOff?: boolean
  readonly availableModels?: readonly string[]
  readonly sandbox?: "required" | "preferred"
  readonly servers?: readonly ServerSettings[]
  readonly mcp?: Partial<ClientSettings>
  readonly ruleSets?: readonly (readonly SkillRule[])[]
  readonly skillDirs?: readonly string[]
  readonly agents?: Partial<AgentSettings>
  readonly workflows?: readonly string[]
  readonly workflowProblems?: readonly Problem[]
  readonly wake?: WakeLayer
  readonly activation?: ActivationLayer
  readonly domains?: DomainSettings
  readonly domainProblems?: readonly Problem[]
}

export const noSettings: CatalogSettings = {
  switches: new Map(),
  switchPlaces: new Map(),
  listing: {},
  flags: [],
  pluginVersions: "semver",
  pluginsOff: [],
  permissions: { allow: [], ask: [], deny: [] },
  shellOff: false,
  sandbox: "preferred",
  servers: [],
  mcp: defaultClientSettings,
  ruleSets: [],
  skillDirs: [],
  agents: noAgentSettings,
  workflows: [],
  workflowProblems: [],
  wake: noWakeSettings,
  activation: usualActivation,
  domains: {},
  domainProblems: [],
}

/**
 * Whether a rule denies a skill to the model: `Skill`, `Skill(name)`, `Skill(prefix:*)`, `Skill(prefix *)`. Claude Code
 * ignores `Skill(prefix*)`; in a deny rule it means the prefix.
 */
export function deniesSkill(permissions: Permissions, name: string): boolean {
  return permissions.deny.some((rule) => namesSkill(rule, name) || namesSkill(rule.replace(/\*\)\s*$/, ":*)"), name))
}

/** Whether a rule denies the model every skill, and with them the listing. */
export function deniesAllSkills({ deny }: Permissions): boolean {
  return deny.some((rule) => ["*", "Skill", "Skill(*)"].includes(rule.trim()))
}

/** Whether a rule lets the model use a skill without a prompt, and none denies it. */
export function allowsSkill(permissions: Permissions, name: string): boolean {
  return !deniesSkill(permissions, name) && permissions.allow.some((rule) => namesSkill(rule, name))
}

function namesSkill(rule: string, name: string): boolean {
  if (rule.trim() === "*") return true
  const inner = /^Skill(?:\((.*)\))?$/.exec(rule.trim())
  if (inner === null) return false
  const pattern = (inner[1] ?? "*").trim()
  const prefix = /^(.+)[: ]\*$/.exec(pattern)?.[1]
  return pattern === "*" || pattern === name || (prefix !== undefined && name.startsWith(prefix))
}

export function chooseStricter(one: Switch, other: Switch): Switch {
  return switchLevels.indexOf(one) > switchLevels.indexOf(other) ? one : other
}
