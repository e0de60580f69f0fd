import { SkilletError } from "../problem/failure.ts"
import { type Problem, placeProblem } from "../problem/problem.ts"
import { readSkill, type SkillText } from "./read-skill.ts"

/** Reads the text of a SKILL.md. Throws a SkilletError if it is refused. */
export function requireSkill(
  text: string,
  file: string,
): { readonly skill: SkillText; readonly problems: readonly Problem[] } {
  const reading = readSkill(text)
  const problems = reading.problems.map((found) => placeProblem(file, found))
  if (reading.kind === "skill") return { skill: reading.skill, problems }
  throw new SkilletError("skill.refused", problems[0]?.message ?? "it cannot be read", {
    retry: "no",
    next: "skillet lint says what is wrong with it",
  })
}

/** The body of a skill and its version; the whole text if it is refused. */
export function readSkillBody(text: string): { readonly body: string; readonly version?: string | undefined } {
  const reading = readSkill(text)
  return reading.kind === "refused"
    ? { body: text }
    : { body: reading.skill.body, version: reading.skill.header.version }
}
