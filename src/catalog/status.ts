import type { FoundSkill } from "../ports/skill-source.ts"
import { type FileProblem, problem } from "../skill/problem.ts"
import type { SourceKind } from "../skill/source-kind.ts"
import type { SkillStatus } from "./catalog.ts"
import { readPaths } from "./paths.ts"
import { type CatalogSettings, deniesSkill } from "./settings.ts"
import type { SkillView } from "./view-skill.ts"

/** What a status depends on besides the skill itself. */
export interface StatusContext {
  readonly settings: CatalogSettings
  /** Whether a touched file matches one of the patterns. */
  readonly isTouched: (patterns: readonly string[]) => boolean
  /** Whether a version that is at hand satisfies the range; undefined when the version is not known. */
  readonly satisfies: (what: "skillet" | "agent", range: string) => boolean | undefined
}

export interface Standing {
  readonly status: SkillStatus
  readonly reason?: string
  /** The patterns that bring it up; empty when it is always there. */
  readonly paths?: readonly string[]
  readonly problems: readonly FileProblem[]
}

export interface StandingOf {
  readonly found: FoundSkill
  readonly view: SkillView
  readonly name: string
  readonly kind: SourceKind
}

export function statusOf(skill: StandingOf, context: StatusContext): Standing {
  const needs = needsNewer(skill, context)
  if (needs !== undefined) return { status: "off", reason: needs.message, problems: [needs] }
  const paths = skill.view.paths === undefined ? undefined : readPaths(skill.view.paths)
  const problems = paths?.problems ?? []
  const found = paths === undefined || paths.patterns.length === 0 ? { problems } : { problems, paths: paths.patterns }
  const closed = closedBy(skill, context)
  if (closed !== undefined) return { ...closed, ...found }
  if (found.paths !== undefined && !context.isTouched(found.paths)) {
    return {
      status: "conditional",
      reason: `offered once a file matching ${found.paths.join(", ")} is touched`,
      ...found,
    }
  }
  return { ...openTo(skill, context), ...found }
}

type Verdict = Pick<Standing, "status" | "reason">

function closedBy(skill: StandingOf, context: StatusContext): Verdict | undefined {
  if (skill.view.skip !== undefined) return { status: "skipped", reason: skill.view.skip }
  const flag = skill.found.summary.header.metadata?.["skillet-when"]
  if (typeof flag === "string" && !context.settings.flags.includes(flag))
    return { status: "off", reason: `the flag "${flag}" is not set` }
  if (switchFor(skill, context) === "off") return { status: "off", reason: "switched off in the settings" }
  if (!skill.view.forUser && !skill.view.forModel)
    return { status: "off", reason: "its header lets neither people nor the model use it" }
  return undefined
}

function openTo(skill: StandingOf, context: StatusContext): Verdict {
  const level = switchFor(skill, context)
  if (!skill.view.forModel) return { status: "user-only", reason: "its header sets disable-model-invocation" }
  if (deniesSkill(context.settings.permissions, skill.name))
    return { status: "user-only", reason: "a rule denies it to the model" }
  if (level === "user-only") return { status: "user-only", reason: "set so in the settings" }
  if (!skill.view.forUser) return { status: "model-only", reason: "its header sets user-invocable to false" }
  return level === "name-only" ? { status: "name-only", reason: "set so in the settings" } : { status: "active" }
}

/** A plugin's skills come and go with the plugin, not one by one. */
function switchFor(skill: StandingOf, context: StatusContext) {
  if (skill.found.plugin !== undefined) return "on"
  return context.settings.switches[skill.name] ?? context.settings.switches[skill.view.title ?? skill.name] ?? "on"
}

function needsNewer(skill: StandingOf, context: StatusContext): FileProblem | undefined {
  const { requires } = skill.found.summary.header
  for (const what of ["skillet", "agent"] as const) {
    const range = requires?.[what]
    if (range === undefined || context.satisfies(what, range) !== false) continue
    const message = `it needs ${what} ${range}, which is not at hand`
    return problem(
      "skill.needs-newer",
      { line: 1, column: 1 },
      { message, fix: `update ${what === "skillet" ? "Skillet" : "the agent"}` },
    )
  }
  return undefined
}
