import type { ReviewKind } from "../../claims/categories.ts"
import type { FileProblem } from "../../problem/problem.ts"
import type { Methodology } from "../../skill/review/methodology.ts"
import type { ReviewSkill } from "../../skill/review/read-review-skill.ts"
import { readAgentNames } from "../agent-names.ts"
import type { Gathered } from "../review-data.ts"
import { reviewersOf } from "../reviewers.ts"
import { checkLine, instructAgents } from "./instruct-agents.ts"
import { instructionText } from "./instruction-text.ts"

/** The skill that reviews of a kind follow, whether it is named or not. */
export const ownSkills: Readonly<Record<ReviewKind, string | undefined>> = {
  code: undefined,
  docs: "reviewing-documentation",
}

/** Questions that skills add to synthesis, by the category they are about. */
const questions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "reviewing-security": { Security: ["Do findings align with OWASP categories?"] },
  "reviewing-performance": { Performance: ["Are performance issues in hot paths?"] },
}

export interface ReviewerInstructions
  extends Pick<Gathered, "skillInstructions" | "skillQuestions" | "falsePositiveRules" | "autoValidated"> {
  readonly problems: readonly FileProblem[]
}

interface Others {
  readonly own: ReviewSkill | undefined
  readonly skipped: readonly string[]
  /** Followed by agents where nobody names skills. Their rules excuse nothing: the offline review has none of them. */
  readonly usual?: readonly ReviewSkill[]
}

/** What the skills that were named mean for the reviewers, and for those who judge them. */
export function instructReviewers(
  skills: readonly ReviewSkill[],
  { own, skipped, usual = [] }: Others,
): ReviewerInstructions {
  const { validation, problems } = instructAgents(skills, { skipAgents: readAgentNames(skipped).agents })
  const { agents } = instructAgents([...skills, ...usual])
  const texts = [...agents].map(([agent, one]) => [agent, instructionText(one)] as const)
  const methodologies = skills.flatMap(({ methodology }) => methodology ?? [])
  return {
    skillInstructions:
      own === undefined
        ? Object.fromEntries(texts.filter(([, text]) => text !== ""))
        : instructDocsAgents(own, methodologies),
    skillQuestions: Object.assign({}, ...[...skills, ...usual].map(({ name }) => questions[name] ?? {})),
    falsePositiveRules: [...validation.falsePositiveRules, ...(own?.falsePositiveRules ?? [])],
    autoValidated: validation.autoValidatePatterns.map(({ id }) => id),
    problems,
  }
}

/**
 * What the skill for documents asks of each of their reviewers: the category that has the reviewer's name. Methods are
 * for all of them, and for those who put findings together.
 */
export function instructDocsAgents(
  skill: ReviewSkill,
  methodologies: readonly Methodology[] = [],
): Readonly<Record<string, string>> {
  const texts = [...reviewersOf("docs"), { id: "synthesis-agent", category: "" }].map(({ id, category }) => {
    const areas = skill.focusAreas.filter(({ name }) => name.toLowerCase() === category.toLowerCase())
    const text = instructionText({
      focusAreas: areas.map(({ name }) => name),
      checklist: areas.map(({ name, severity, checks }) => ({
        category: name,
        severity,
        items: checks.map(checkLine),
      })),
      autoValidate: [],
      falsePositiveRules: areas.length === 0 ? [] : skill.falsePositiveRules,
      methodologies,
    })
    return [id, text] as const
  })
  return Object.fromEntries(texts.filter(([, text]) => text !== ""))
}
