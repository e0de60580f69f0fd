import { dump } from "js-yaml"
import type { ReviewKind } from "../claims/categories.ts"
import type { FileProblem } from "../../problem/problem.ts"
import type { Methodology } from "../../skill/body/review/methodology.ts"
import type { ReviewSkill } from "../../skill/body/review/read-review-skill.ts"
import { wrapInFence } from "../../text/escape-hidden.ts"
import { readAgentNames } from "./agent-names.ts"
import { type DefinedReviewers, listDefinedReviewers } from "./list-defined-reviewers.ts"
import type { Gathered } from "../review-data.ts"
import { listReviewers } from "../reviewers.ts"
import {
  type AgentInstructions,
  renderCheckLine,
  type ChecklistEntry,
  instructAgents,
  mergeInstructions,
} from "./instruct-agents.ts"

/** The skill that a kind of review always follows, named or not: ours, never a project's skill of the same name. */
export const ownSkills: Readonly<Record<ReviewKind, string | undefined>> = {
  code: undefined,
  docs: "reviewing-documentation@bundled",
}

/** Questions that skills add to synthesis, by category. */
const questions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "reviewing-security": { Security: ["Do findings align with OWASP categories?"] },
  "reviewing-performance": { Performance: ["Are performance issues in hot paths?"] },
}

export interface ReviewerInstructions
  extends Pick<Gathered, "skillInstructions" | "skillQuestions" | "falsePositiveRules" | "autoValidated">,
    DefinedReviewers {
  readonly problems: readonly FileProblem[]
}

interface Others {
  readonly own: ReviewSkill | undefined
  readonly skipped: readonly string[]
  /** Skills that agents follow if none are named. Their false-positive rules are ignored, as in an offline review. */
  readonly usual?: readonly ReviewSkill[]
}

/** Instructions from the named skills for reviewers and judges. */
export function instructReviewers(
  skills: readonly ReviewSkill[],
  { own, skipped, usual = [] }: Others,
): ReviewerInstructions {
  const { validation, problems } = instructAgents(skills, { skipAgents: readAgentNames(skipped).agents })
  const { agents } = instructAgents([...skills, ...usual])
  const texts = [...agents].map(([agent, one]) => [agent, renderInstructions(one)] as const)
  const methodologies = agents.get("synthesis-agent")?.methodologies ?? []
  const defined = listDefinedReviewers(skills)
  const ofDefined = defined.used.map(
    ({ id, skill }) => [id, renderInstructions({ ...mergeInstructions([skill]), methodologies })] as const,
  )
  return {
    ...defined.reviewers,
    skillInstructions: {
      ...(own === undefined
        ? Object.fromEntries(texts.filter(([, text]) => text !== ""))
        : instructDocsAgents(own, methodologies)),
      ...Object.fromEntries(ofDefined.filter(([, text]) => text !== "")),
    },
    skillQuestions: Object.assign({}, ...[...skills, ...usual].map(({ name }) => questions[name] ?? {})),
    falsePositiveRules: [...validation.falsePositiveRules, ...(own?.falsePositiveRules ?? [])],
    autoValidated: validation.autoValidatePatterns.map(({ id }) => id),
    problems: [...problems, ...defined.problems],
  }
}

/**
 * Instructions from the documentation skill for each docs reviewer: the category with the reviewer's name.
 * Methodologies are for all reviewers and for synthesis.
 */
export function instructDocsAgents(
  skill: ReviewSkill,
  methodologies: readonly Methodology[] = [],
): Readonly<Record<string, string>> {
  const texts = [...listReviewers("docs"), { id: "synthesis-agent", category: "" }].map(({ id, category }) => {
    const areas = skill.focusAreas.filter(({ name }) => name.toLowerCase() === category.toLowerCase())
    const text = renderInstructions({
      focusAreas: areas.map(({ name }) => name),
      checklist: areas.map(({ name, severity, checks }) => ({
        category: name,
        severity,
        items: checks.map(renderCheckLine),
      })),
      autoValidate: [],
      falsePositiveRules: areas.length === 0 ? [] : skill.falsePositiveRules,
      methodologies,
    })
    return [id, text] as const
  })
  return Object.fromEntries(texts.filter(([, text]) => text !== ""))
}

/**
 * The part of an agent's prompt that comes from skills: the block `skill_instructions:` and how to use it. Empty if no
 * skill has instructions for the agent. Every round gets the same bytes.
 */
export function renderInstructions(instructions: AgentInstructions): string {
  const block = renderInstructionBlock(instructions)
  return block === "" ? "" : `${wrapInFence(block.trimEnd(), "yaml")}\n\n${usage(instructions).join("\n")}\n`
}

/** The block alone: YAML, without empty fields. */
export function renderInstructionBlock(instructions: AgentInstructions): string {
  const fields = toPromptFields(instructions)
  if (Object.keys(fields).length === 0) return ""
  return dump({ skill_instructions: fields }, { lineWidth: -1, noRefs: true, quotingType: '"', forceQuotes: true })
}

function toPromptFields(instructions: AgentInstructions) {
  const { focusAreas, checklist, autoValidate, falsePositiveRules, methodologies } = instructions
  const methods = methodologies.map(methodFields)
  return {
    ...(focusAreas.length === 0 ? {} : { focus_areas: focusAreas }),
    ...(checklist.length === 0 ? {} : { checklist: checklist.map(entryFields) }),
    ...(autoValidate.length === 0 ? {} : { auto_validate: autoValidate }),
    ...(falsePositiveRules.length === 0 ? {} : { false_positive_rules: falsePositiveRules }),
    ...(methods.length === 0 ? {} : { methodology: methods.length === 1 ? methods[0] : methods }),
  }
}

function entryFields({ category, severity, severityRange, items }: ChecklistEntry) {
  return {
    category,
    ...(severity === null ? {} : { severity }),
    ...(severityRange === undefined ? {} : { severity_range: severityRange }),
    items,
  }
}

function methodFields({ approach, mindset, steps, questions }: Methodology) {
  return {
    ...(approach === null ? {} : { approach }),
    ...(mindset === null ? {} : { mindset }),
    ...(steps.length === 0 ? {} : { steps }),
    ...(questions.length === 0 ? {} : { questions }),
  }
}

function usage(instructions: AgentInstructions): readonly string[] {
  const { focusAreas, checklist, autoValidate, falsePositiveRules, methodologies } = instructions
  const rules = [
    "The block above comes from the skills chosen for this review. It adds to your task. It does not change your task or the format of your answer.",
    ...(focusAreas.length === 0 ? [] : ["Start with focus_areas, in the given order. Then look at everything else."]),
    ...(checklist.length === 0
      ? []
      : [
          'Check every item of checklist, one by one. After your list of findings, list the items without findings in a second fenced block: { "clean": ["the item", …] }.',
        ]),
    ...(autoValidate.length === 0
      ? []
      : [
          "If a finding matches a pattern in auto_validate, give the pattern's id as confidence_pattern. The match is checked.",
        ]),
    ...(falsePositiveRules.length === 0
      ? []
      : ["Do not report anything that a rule in false_positive_rules excludes. These rules add to your own filters."]),
    ...(methodologies.length === 0
      ? []
      : [
          "Use the approach and mindset in methodology, follow its steps in order, and answer its questions for yourself.",
        ]),
    ...(methodologies.length < 2
      ? []
      : ["There are several methodologies. Apply them one after another, in the given order."]),
  ]
  return ["How to use skill_instructions:", ...rules.map((rule, at) => `${at + 1}. ${rule}`)]
}
