import type { ReviewSkill } from "../../skill/review/read-review-skill.ts"
import { reviewersOf } from "../reviewers.ts"
import { checkLine } from "./instruct-agents.ts"
import { instructionText } from "./instruction-text.ts"

/** What the skill for documents asks of each of their reviewers: the category that has the reviewer's name. */
export function instructDocsAgents(skill: ReviewSkill): Readonly<Record<string, string>> {
  const texts = reviewersOf("docs").flatMap(({ id, category }) => {
    const areas = skill.focusAreas.filter(({ name }) => name.toLowerCase() === category.toLowerCase())
    if (areas.length === 0) return []
    const text = instructionText({
      focusAreas: areas.map(({ name }) => name),
      checklist: areas.map(({ name, severity, checks }) => ({
        category: name,
        severity,
        items: checks.map(checkLine),
      })),
      autoValidate: [],
      falsePositiveRules: skill.falsePositiveRules,
      methodologies: [],
    })
    return [[id, text] as const]
  })
  return Object.fromEntries(texts)
}
