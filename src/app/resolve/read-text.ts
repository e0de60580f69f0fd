import { SkilletError } from "../../problem/failure.ts"
import { type Problem, problemAt } from "../../problem/problem.ts"
import { readSkill, type SkillText } from "../../skill/read-skill.ts"

/** The text of a skill and where it was found. */
export interface LoadedText {
  readonly path: string
  readonly text: string
  readonly skill: SkillText
  readonly problems: readonly Problem[]
  /** The folder of its plugin. */
  readonly root?: string
  /** Its name in the catalog, where that was asked. */
  readonly name?: string
}

/** Reads the text of a SKILL.md. Throws a SkilletError when it is none. */
export function readText(file: string, text: string): LoadedText {
  const reading = readSkill(text)
  const problems = reading.problems.map((found) => problemAt(file, found))
  if (reading.kind === "skill") return { path: file, text, skill: reading.skill, problems }
  throw new SkilletError("skill.refused", problems[0]?.message ?? "it cannot be read", {
    retry: "no",
    next: "skillet lint says what is wrong with it",
  })
}
