import type { Methodology } from "../../skill/body/review/methodology.ts"
import { type AgentInstructions, instructAgents } from "./instruct-agents.ts"
import { withoutUnapprovedRules } from "./without-unapproved-rules.ts"
import type { SkillResolution } from "./make-resolution-document.ts"

/**
 * What skills mean for each agent of a review and for validation, as their prompts contain it: plain data with the names
 * of the exchange format.
 */
export function agentsDocument(resolution: Pick<SkillResolution, "skills"> & Partial<SkillResolution>) {
  const { failed = [] } = resolution
  const { skills, warnings } = withoutUnapprovedRules({ skills: resolution.skills, warnings: [] })
  const { agents, validation, problems } = instructAgents(skills)
  return {
    agents: Object.fromEntries([...agents].map(([agent, one]) => [agent, toContainer(one)])),
    skill_validation_context: {
      auto_validate_patterns: validation.autoValidatePatterns,
      false_positive_rules: validation.falsePositiveRules,
    },
    failed_skills: failed,
    warnings: [...warnings, ...problems.map(({ message }) => message)],
  }
}

function toContainer({ focusAreas, checklist, autoValidate, falsePositiveRules, methodologies }: AgentInstructions) {
  return {
    focus_areas: focusAreas,
    checklist: checklist.map(({ severityRange, ...entry }) => ({
      ...entry,
      ...(severityRange === undefined ? {} : { severity_range: severityRange }),
    })),
    auto_validate: autoValidate,
    false_positive_rules: falsePositiveRules,
    methodology: methodologies.length === 0 ? null : inSequence(methodologies),
  }
}

/** Several methods as one: each field has what all of them say, in the order in which the skills were named. */
function inSequence(methodologies: readonly Methodology[]): Methodology {
  const joined = (texts: readonly (string | null)[]) => texts.filter((text) => text !== null).join(" ") || null
  return {
    approach: joined(methodologies.map(({ approach }) => approach)),
    mindset: joined(methodologies.map(({ mindset }) => mindset)),
    steps: methodologies.flatMap(({ steps }) => steps),
    questions: methodologies.flatMap(({ questions }) => questions),
  }
}
