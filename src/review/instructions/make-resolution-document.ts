import { lookUpEvidence, mayProve } from "@skillet/scan"
import { renderCheckLine } from "./instruct-agents.ts"
import type { Problem } from "../../problem/problem.ts"
import type { FocusArea } from "../../skill/body/review/focus-areas.ts"
import type { ReviewPattern } from "../../skill/body/review/patterns/review-pattern.ts"
import type { ReviewSkill } from "../../skill/body/review/read-review-skill.ts"

/** A skill that was named for a review, read into what the review needs. */
export interface ResolvedSkill extends ReviewSkill {
  /** As it was named. */
  readonly source: string
  /** The file that was read: of several installed versions, the chosen one. */
  readonly path: string
  readonly sha256: string
  readonly problems: readonly Problem[]
  /** The expressions of its patterns that are in a `patterns.yaml` beside it, by id; only bundled skills have them. */
  readonly expressions?: Readonly<Record<string, string>> | undefined
  /** It is the user's own, bundled or approved, so its patterns can prove and its rules can excuse. */
  readonly isTrusted?: boolean | undefined
}

export interface SkillResolution {
  readonly skills: readonly ResolvedSkill[]
  /** Skills that could not be resolved, by the name that was given. */
  readonly failed: readonly string[]
  /** What happened on the way, each a few lines in the words of the exchange format. */
  readonly warnings: readonly string[]
  /** The same in one sentence each, for people. */
  readonly notes: readonly string[]
}

/** A resolution as a document for other programs: plain data with the names of the exchange format. */
export function makeResolutionDocument({ skills, failed, warnings }: SkillResolution) {
  return { resolved_skills: skills.map(skillFields), failed_skills: failed, warnings }
}

function skillFields(skill: ResolvedSkill) {
  return {
    name: skill.name,
    source: skill.source,
    type: skill.type,
    primary_agent: skill.primaryAgent,
    ...(skill.type === "methodology" ? { methodology: skill.methodology } : checkFields(skill)),
    version_path: skill.path,
    sha256: skill.sha256,
    diagnostics: skill.problems.map((found) => diagnosticFields(found, skill.path)),
  }
}

function checkFields(skill: ResolvedSkill) {
  return {
    focus_areas: skill.focusAreas.map(areaFields),
    auto_validated_patterns: skill.patterns.map((one) => patternFields(one, skill.expressions)),
    false_positive_rules: skill.falsePositiveRules,
    priority_files: skill.priorityFiles,
  }
}

function areaFields({ name, severity, severityRange, severitySource, checks }: FocusArea) {
  return {
    name,
    severity,
    severity_range: severityRange,
    ...(severitySource === "context" ? { severity_source: severitySource } : {}),
    checks: checks.map(renderCheckLine),
  }
}

function patternFields(
  { id, pattern, description, ...rest }: ReviewPattern,
  expressions: ResolvedSkill["expressions"],
) {
  const evidence = lookUpEvidence(id)
  return {
    id,
    pattern: pattern ?? expressions?.[id],
    ...(expressions !== undefined && !Object.hasOwn(expressions, id) ? { found_by: SYNTAX } : {}),
    description,
    ...rest,
    ...(evidence === undefined ? {} : evidenceFields(id, evidence)),
  }
}

/** A pattern of ours without an expression is a rule. */
const SYNTAX = "a rule that reads the syntax of the code"

/** For our own patterns: how many matches were judged, how many were correct, and whether a match counts as proof. */
function evidenceFields(id: string, { judged, right, atLeast }: NonNullable<ReturnType<typeof lookUpEvidence>>) {
  const rounded = (share: number) => Math.round(share * 1000) / 1000
  return {
    evidence: {
      judged,
      precision: rounded(right / judged),
      at_least: rounded(atLeast),
      is_proof: mayProve(id),
    },
  }
}

/** The path, only if it differs from the skill's. */
function diagnosticFields({ path, ...rest }: Problem, own: string) {
  return path === own ? rest : { ...rest, path }
}
