import { mayProve, findPatternFaults } from "@skillet/scan"
import type { FileProblem } from "../../problem/problem.ts"
import { skillProblem } from "../../skill/problems.ts"
import { splitForBatch } from "../../skill/body/review/split-for-batch.ts"
import { formatCount } from "../../text/format-count.ts"
import { reviewProblem } from "../problems.ts"
import { type ReviewAgent, reviewAgents } from "../../skill/body/review/agents.ts"
import type { FocusCheck, FocusArea } from "../../skill/body/review/focus-areas.ts"
import type { Methodology } from "../../skill/body/review/methodology.ts"
import type { ReviewSkill } from "../../skill/body/review/read-review-skill.ts"
import type { ReviewPattern } from "../../skill/body/review/patterns/review-pattern.ts"
import type { ReviewSeverity, SeverityRange } from "../../skill/body/review/severity.ts"

/** What skills ask one agent to do. */
export interface AgentInstructions {
  readonly focusAreas: readonly string[]
  readonly checklist: readonly ChecklistEntry[]
  /** Ids of patterns whose matches need no judge. */
  readonly autoValidate: readonly string[]
  readonly falsePositiveRules: readonly string[]
  /** In the order the skills were named. */
  readonly methodologies: readonly Methodology[]
}

export interface ChecklistEntry {
  readonly category: string
  readonly severity: ReviewSeverity | null
  readonly severityRange?: SeverityRange
  readonly items: readonly string[]
}

/** What validation needs from all skills, for findings of every agent and round. */
export interface ValidationContext {
  readonly autoValidatePatterns: readonly ReviewPattern[]
  readonly falsePositiveRules: readonly string[]
}

export interface SkillInstructions {
  /** One entry for each agent, including those without instructions. */
  readonly agents: ReadonlyMap<ReviewAgent, AgentInstructions>
  readonly validation: ValidationContext
  readonly problems: readonly FileProblem[]
}

/**
 * Distributes the instructions of skills to the agents. The same skills always give the same instructions, in every
 * round.
 */
export function instructAgents(
  skills: readonly ReviewSkill[],
  options: { readonly skipAgents?: readonly ReviewAgent[] } = {},
): SkillInstructions {
  const methods = skills.flatMap(({ name, methodology }) =>
    methodology === null ? [] : [{ name, ...splitForBatch(methodology) }],
  )
  const methodologies = methods.map(({ methodology }) => methodology)
  const agents = reviewAgents.map(({ id }) => {
    const own = skills.filter(({ type, primaryAgent }) => type === "review" && primaryAgent === id)
    return [id, { ...mergeInstructions(own), methodologies }] as const
  })
  const patterns = mergePatterns(skills)
  return {
    agents: new Map(agents),
    validation: {
      autoValidatePatterns: patterns.merged,
      falsePositiveRules: union(skills.flatMap(({ falsePositiveRules }) => falsePositiveRules)),
    },
    problems: [
      ...skills.flatMap((skill) => unheard(skill, options.skipAgents ?? [])),
      ...patterns.problems,
      ...methods.flatMap(({ name, leftOut }) => (leftOut.length === 0 ? [] : [personSteps(name, leftOut)])),
    ],
  }
}

/** A check as text for an agent, with a language label if it has one. */
export function renderCheckLine({ text, language }: FocusCheck): string {
  return language === undefined ? text : `[${language}] ${text}`
}

export function mergeInstructions(skills: readonly ReviewSkill[]): Omit<AgentInstructions, "methodologies"> {
  const areas = skills.flatMap(({ focusAreas }) => focusAreas)
  return {
    focusAreas: union(areas.map(({ name }) => name)),
    checklist: mergeChecklists(areas),
    autoValidate: union(skills.flatMap(({ patterns }) => provingPatterns(patterns).map(({ id }) => id))),
    falsePositiveRules: union(skills.flatMap(({ falsePositiveRules }) => falsePositiveRules)),
  }
}

/** Merges the checks of several skills for the same category and severity into one entry. */
function mergeChecklists(areas: readonly FocusArea[]): readonly ChecklistEntry[] {
  const entries = new Map<string, ChecklistEntry>()
  for (const { name, severity, severityRange, checks } of areas) {
    const key = JSON.stringify([name, severity, severityRange])
    const items = union([...(entries.get(key)?.items ?? []), ...checks.map(renderCheckLine)])
    const range = severityRange === undefined ? {} : { severityRange }
    entries.set(key, { category: name, severity, ...range, items })
  }
  return [...entries.values()].filter(({ items }) => items.length > 0)
}

function mergePatterns(skills: readonly ReviewSkill[]) {
  const merged = new Map<string, ReviewPattern>()
  const problems: FileProblem[] = []
  for (const { name, patterns } of skills) {
    for (const pattern of provingPatterns(patterns)) {
      const first = merged.get(pattern.id)
      if (first === undefined) merged.set(pattern.id, pattern)
      else if (first.pattern !== pattern.pattern) problems.push(otherPattern(pattern.id, name))
    }
  }
  return { merged: [...merged.values()], problems }
}

/** Patterns whose match is proof: they must be valid, and ours must also have evidence. */
function provingPatterns(patterns: readonly ReviewPattern[]): readonly ReviewPattern[] {
  return soundPatterns(patterns).filter(({ id }) => mayProve(id))
}

/** Patterns whose match can count as proof: their expression can be read, terminates, and does not match everything. */
function soundPatterns(patterns: readonly ReviewPattern[]): readonly ReviewPattern[] {
  const faults = findPatternFaults(patterns)
  return patterns.filter(
    ({ id, isBroken }) => isBroken !== true && !(faults.get(id) ?? []).some(({ level }) => level === "error"),
  )
}

/** Warns about a skill that no agent gets: its agent is skipped (settings decide that), or it has none. */
function unheard(skill: ReviewSkill, skipped: readonly ReviewAgent[]): readonly FileProblem[] {
  const { name, type, primaryAgent } = skill
  if (type === "command") return [commandSkill(name)]
  if (type !== "review" || primaryAgent === null || !skipped.includes(primaryAgent)) return []
  const message = `${name} is for ${primaryAgent}, but that agent is skipped`
  return [
    reviewProblem(
      "review.agent-skipped",
      {},
      { message, fix: `remove ${primaryAgent} from skip_agents, or remove ${name}` },
    ),
  ]
}

/** Reviewers work alone. */
function personSteps(name: string, leftOut: readonly string[]): FileProblem {
  const named = leftOut.map((step) => JSON.stringify(step.length > LONGEST ? `${step.slice(0, LONGEST)}…` : step))
  const what = formatCount(leftOut.length, "step that needs", "steps that need")
  const message = `reviewers do not get ${what} a person, a commit or another skill, of ${name}: ${named.join(", ")}`
  return reviewProblem("review.person-steps", {}, { message, fix: "use the skill with a person for these" })
}

const LONGEST = 80

function commandSkill(name: string): FileProblem {
  const message = `${name} starts reviews itself, so agents do not get it; only its rules and patterns are used`
  return reviewProblem("review.command-skill", {}, { message, fix: "invoke it directly" })
}

function otherPattern(id: string, skill: string): FileProblem {
  const message = `${skill} defines the pattern ${id} differently from an earlier skill; the first definition is used`
  return skillProblem("review.pattern-clash", {}, { message, fix: "rename one of them" })
}

function union(values: readonly string[]): readonly string[] {
  return [...new Set(values)]
}
