import { findPatternFaults } from "@skillet/scan"
import type { FileProblem } from "../../../problem/problem.ts"
import type { SkillText } from "../../../skill/read-skill.ts"
import { readReviewSkill } from "../../../skill/body/review/read-review-skill.ts"

/** Problems with the review patterns of a skill; empty if it has none. */
export function lintPatterns(name: string, text: SkillText): readonly FileProblem[] {
  const { skill, problems } = readReviewSkill(name, text)
  if (skill.patterns.length === 0) return []
  const lines = text.body.split("\n")
  const findLine = (id: string) =>
    text.bodyLine +
    Math.max(
      0,
      lines.findIndex((line) => line.includes(id)),
    )
  const faults = [...findPatternFaults(skill.patterns)].flatMap(([id, found]) =>
    found.map((one) => ({ ...one, line: findLine(id) })),
  )
  return [...problems.filter(({ code }) => code === "review.bad-pattern"), ...faults]
}
