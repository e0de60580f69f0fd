import type { FileProblem } from "../problems.ts"
import { compilePatterns } from "./compile-patterns.ts"

/** A pattern as a skill states it. */
interface SkillPattern {
  readonly id: string
  /** A regular expression; without one, something else must find it. */
  readonly pattern?: string
}

/** What is wrong with the expressions of a skill's patterns, each with the id of its pattern. */
export function findPatternFaults(patterns: readonly SkillPattern[]): ReadonlyMap<string, readonly FileProblem[]> {
  const faults = patterns.flatMap((pattern): readonly (readonly [string, readonly FileProblem[]])[] => {
    if (pattern.pattern === undefined) return []
    const { problems } = compilePatterns([{ pattern: { ...facts, id: pattern.id, regex: pattern.pattern } }])
    const said = problems.filter(({ code }) => code !== "pattern.no-literal")
    return said.length === 0 ? [] : [[pattern.id, said]]
  })
  return new Map(faults)
}

const facts = {
  languages: ["any"],
  category: "any",
  severity: "minor",
  confidence: "medium",
  title: "",
  description: "",
  autoValidated: false,
  ignoreCase: false,
  where: "anywhere",
} as const
