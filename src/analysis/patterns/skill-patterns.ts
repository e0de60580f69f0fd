import type { FileProblem } from "../../problem/problem.ts"
import type { ReviewPattern } from "../../skill/body/review/patterns/review-pattern.ts"
import { compilePatterns } from "./compile-patterns.ts"

/** What is wrong with the expressions of a skill's patterns, each with the id of its pattern. */
export function patternFaults(patterns: readonly ReviewPattern[]): ReadonlyMap<string, readonly FileProblem[]> {
  const faults = patterns.flatMap((pattern): readonly (readonly [string, readonly FileProblem[]])[] => {
    if (pattern.pattern === undefined) return []
    const { problems } = compilePatterns([{ pattern: { ...facts, id: pattern.id, regex: pattern.pattern } }])
    const said = problems.filter(({ code }) => code !== "pattern.no-literal")
    return said.length === 0 ? [] : [[pattern.id, said]]
  })
  return new Map(faults)
}

/** Patterns whose match can count as proof: their expression can be read, terminates, and does not match everything. */
export function soundPatterns(patterns: readonly ReviewPattern[]): readonly ReviewPattern[] {
  const faults = patternFaults(patterns)
  return patterns.filter(
    ({ id, isBroken }) => isBroken !== true && !(faults.get(id) ?? []).some(({ level }) => level === "error"),
  )
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
