import { type AgentInstructions, instructAgents } from "./instruct-agents.ts"
import type { SkillResolution } from "./resolution-document.ts"

/** What skills mean for each agent of a review and for validation: plain data with the names of the exchange format. */
export function agentsDocument({ skills }: Pick<SkillResolution, "skills">) {
  const { agents, validation, problems } = instructAgents(skills)
  return {
    agents: Object.fromEntries([...agents].map(([agent, one]) => [agent, containerOf(one)])),
    skill_validation_context: {
      auto_validate_patterns: validation.autoValidatePatterns,
      false_positive_rules: validation.falsePositiveRules,
    },
    warnings: problems.map(({ message }) => message),
  }
}

function containerOf({ focusAreas, checklist, autoValidate, falsePositiveRules, methodologies }: AgentInstructions) {
  const [first, ...others] = methodologies
  return {
    focus_areas: focusAreas,
    checklist: checklist.map(({ severityRange, ...entry }) => ({
      ...entry,
      ...(severityRange === undefined ? {} : { severity_range: severityRange }),
    })),
    auto_validate: autoValidate,
    false_positive_rules: falsePositiveRules,
    methodology:
      first === undefined
        ? null
        : {
            ...first,
            steps: [first, ...others].flatMap(({ steps }) => steps),
            questions: [first, ...others].flatMap(({ questions }) => questions),
          },
  }
}
