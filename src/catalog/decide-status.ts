import type { FoundSkill } from "./skill-source.ts"
import { type FileProblem, type Problem, placeProblem } from "../problem/problem.ts"
import { catalogProblem } from "./problems.ts"
import type { SourceKind } from "../skill/place.ts"
import type { SkillStatus } from "./catalog.ts"
import { readPaths } from "./path-patterns.ts"
import { findLevel } from "../hosts/settings/skill-rule.ts"
import {
  type CatalogSettings,
  deniesAllSkills,
  deniesSkill,
  chooseStricter,
  type Switch,
} from "../settings/settings.ts"
import type { HostView } from "./view-for-host.ts"
import { findNearestNames } from "../text/find-nearest-names.ts"

/** What a status depends on besides the skill itself. */
export interface StatusContext {
  readonly settings: CatalogSettings
  /** Whether a touched file matches one of the patterns. */
  readonly isTouched: (patterns: readonly string[]) => boolean
  /** Whether the current version satisfies the range; undefined if the version is not known. */
  readonly satisfies: (what: "skillet" | "agent", range: string) => boolean | undefined
}

export interface Standing {
  readonly status: SkillStatus
  readonly reason: string | undefined
  /** It is part of the listing, although the model cannot use it. */
  readonly isListed?: true
  /** The listing leaves it out, but the model can use it if it knows the name. */
  readonly isNamed?: true
  /** The patterns that make it available; undefined if it always is. */
  readonly paths: readonly string[] | undefined
  readonly problems: readonly FileProblem[]
}

export interface PlacedSkill {
  readonly found: FoundSkill
  readonly view: HostView
  readonly name: string
  readonly kind: SourceKind
}

export function decideStatus(skill: PlacedSkill, context: StatusContext): Standing {
  const needs = needsNewer(skill, context)
  if (needs !== undefined) return { status: "off", reason: needs.message, paths: undefined, problems: [needs] }
  const read = skill.view.paths === undefined ? undefined : readPaths(skill.view.paths, skill.view.everything)
  const paths = read === undefined || read.patterns.length === 0 ? undefined : read.patterns
  const verdict = findClosing(skill, context) ?? conditional(paths, context) ?? describeAccess(skill, context)
  return { ...verdict, paths, problems: read?.problems ?? NONE }
}

const NONE: readonly FileProblem[] = []

type Verdict = Pick<Standing, "status" | "reason" | "isListed" | "isNamed">

const ACTIVE: Verdict = { status: "active", reason: undefined }

function conditional(paths: readonly string[] | undefined, context: StatusContext): Verdict | undefined {
  if (paths === undefined || context.isTouched(paths)) return undefined
  return { status: "conditional", reason: `available once a file matching ${paths.join(", ")} is touched` }
}

function findClosing(skill: PlacedSkill, context: StatusContext): Verdict | undefined {
  if (skill.view.skip !== undefined) return { status: "skipped", reason: skill.view.skip }
  if (skill.found.off !== undefined) return { status: "off", reason: skill.found.off }
  const flag = skill.found.summary.header.metadata?.["skillet-when"]
  if (typeof flag === "string" && !context.settings.flags.includes(flag))
    return { status: "off", reason: `the flag "${flag}" is not set` }
  if (findStrictestSwitch(skill, context) === "off")
    return { status: "off", reason: explainSwitch(skill.name, context.settings) }
  if (!skill.view.forUser && !skill.view.forModel)
    return { status: "off", reason: "its frontmatter allows neither the user nor the model to invoke it" }
  return undefined
}

/** How the reason of a skill begins that a profile switched off. */
export const BY_PROFILE = "off by profile"

function explainSwitch(name: string, { profiles = [] }: CatalogSettings): string {
  const profile = profiles.find(({ off }) => off.has(name))
  return profile === undefined ? "switched off in the settings" : `${BY_PROFILE} ${profile.name}`
}

/**
 * A rule denies a skill only to the model: people keep what the frontmatter gives them, and get no more. A rule for
 * some skills refuses them when they are called and leaves the listing unchanged; a rule for all removes the listing.
 */
function describeDenial({ view }: PlacedSkill, context: StatusContext): Verdict {
  const isHidden = view.unlisted !== undefined || deniesAllSkills(context.settings.permissions)
  const shown = isHidden ? {} : ({ isListed: true } as const)
  return view.forUser
    ? { status: "user-only", reason: "a rule denies it to the model", ...shown }
    : {
        status: "off",
        reason: "a rule denies it to the model, and its frontmatter sets user-invocable to false",
        ...shown,
      }
}

function describeAccess(skill: PlacedSkill, context: StatusContext): Verdict {
  const level = findStrictestSwitch(skill, context)
  const { unlisted, isUndescribed } = skill.view
  if (!skill.view.forModel) return { status: "user-only", reason: "its frontmatter sets disable-model-invocation" }
  if (deniesSkill(context.settings.permissions, skill.name)) return describeDenial(skill, context)
  if (unlisted !== undefined)
    return { status: "user-only", reason: unlisted, ...(isUndescribed ? ({ isNamed: true } as const) : {}) }
  if (level === "user-only") return { status: "user-only", reason: "set in the settings" }
  if (!skill.view.forUser) return { status: "model-only", reason: "its frontmatter sets user-invocable to false" }
  return level === "name-only" ? { status: "name-only", reason: "set in the settings" } : ACTIVE
}

/** The strictest of our settings and the host's own. A plugin's skills are switched with the plugin, not one by one. */
function findStrictestSwitch(skill: PlacedSkill, context: StatusContext): Switch {
  const { switches, ruleSets } = context.settings
  const own =
    skill.found.plugin !== undefined || switches.size === 0
      ? "on"
      : (findSwitch(switches, skill.name) ?? findSwitch(switches, skill.view.title ?? skill.name) ?? "on")
  const facts = { name: skill.name, paths: [skill.found.path, skill.found.realPath] }
  return ruleSets.reduce<Switch>((level, rules) => chooseStricter(level, findLevel(rules, facts) ?? "on"), own)
}

function needsNewer(skill: PlacedSkill, context: StatusContext): FileProblem | undefined {
  const { requires } = skill.found.summary.header
  for (const what of ["skillet", "agent"] as const) {
    const range = requires?.[what]
    if (range === undefined || context.satisfies(what, range) !== false) continue
    const message = `it needs ${what} ${range}, which is not available`
    return catalogProblem(
      "skill.needs-newer",
      { line: 1, column: 1 },
      { message, fix: `update ${what === "skillet" ? "Skillet" : "the agent"}` },
    )
  }
  return undefined
}

/**
 * The switch of a skill. Case does not matter: a skill that was meant to be off must not be on because of a capital
 * letter.
 */
export function findSwitch(switches: CatalogSettings["switches"], name: string): Switch | undefined {
  const exact = switches.get(name)
  if (exact !== undefined) return exact
  const lower = name.toLowerCase()
  return [...switches].find(([written]) => written.toLowerCase() === lower)?.[1]
}

/**
 * Switches that limit a skill that does not exist here, while one with a similar name does. Other switches are for
 * skills of other projects and are not reported.
 */
export function findStraySwitches(
  { switches, switchPlaces }: Pick<CatalogSettings, "switches" | "switchPlaces">,
  names: readonly string[],
): readonly Problem[] {
  if (switchPlaces.size === 0) return []
  const known = new Set(names.map((name) => name.toLowerCase()))
  const free = names.filter((name) => findSwitch(switches, name) === undefined)
  return [...switchPlaces].flatMap(([name, { path, line }]) => {
    if (switches.get(name) === "on" || known.has(name.toLowerCase())) return []
    const near = findNearestNames(name, free)
    if (near.length === 0) return []
    const message = `the settings restrict the skill "${name}", which does not exist here`
    return [
      placeProblem(
        path,
        catalogProblem("settings.no-such-skill", { line }, { message, fix: `did you mean ${near.join(" or ")}?` }),
      ),
    ]
  })
}
