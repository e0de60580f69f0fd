import { findNearestNames } from "../../../../text/find-nearest-names.ts"
import type { FileProblem } from "../../../../problem/problem.ts"
import { skillProblem } from "../../../problems.ts"
import { splitParts } from "../split-parts.ts"
import { readPatternDefinitions, type WantedPatterns } from "./read-patterns.ts"
import type { ReviewPattern } from "./review-pattern.ts"

export interface PatternFileReading {
  readonly patterns: readonly ReviewPattern[]
  /** About the line of the skill that names the file. */
  readonly problems: readonly FileProblem[]
  /** About the file itself. */
  readonly fileProblems: readonly FileProblem[]
}

/** Selects from a pattern file what a skill needs: the patterns it names, otherwise those of its category. */
export function readPatternFile(text: string, wanted: WantedPatterns): PatternFileReading {
  const { patterns, problems: fileProblems } = readPatternDefinitions(splitParts(text, 1), "any")
  if (wanted.ids.length > 0) {
    const ids = patterns.map(({ id }) => id)
    const missing = wanted.ids.filter((id) => !ids.includes(id))
    const taken = patterns.filter(({ id }) => wanted.ids.includes(id))
    return { patterns: taken, problems: missing.map((id) => unknownPattern(id, ids, wanted)), fileProblems }
  }
  const { category } = wanted
  if (category === undefined) return { patterns, problems: [], fileProblems }
  const taken = patterns.filter((pattern) => toTopic(pattern.category ?? "") === toTopic(category))
  const problems = taken.length > 0 ? [] : [unresolvedPatternsProblem(wanted, `it has no patterns for ${category}`)]
  return { patterns: taken, problems, fileProblems }
}

/** The pattern file that a skill names could not be used. */
export function unresolvedPatternsProblem(wanted: WantedPatterns, why: string): FileProblem {
  const message = `auto_validated_patterns: unresolved reference ${wanted.path} (${why})`
  const fix = "name a file within the skill or its plugin, or put the table into the skill"
  return skillProblem("review.pattern-file", { line: wanted.line }, { message, fix })
}

function unknownPattern(id: string, ids: readonly string[], wanted: WantedPatterns): FileProblem {
  const near = findNearestNames(id, ids)
  const fix = near.length > 0 ? `did you mean ${near.join(" or ")}?` : "define it there, or leave it out here"
  const message = `there is no pattern ${id} in ${wanted.path}`
  return skillProblem("review.unknown-pattern", { line: wanted.line }, { message, fix })
}

/** `Bugs`, `bug` and `Bug detection` are one topic. */
function toTopic(category: string): string {
  return category
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/\b(?:detection|principles|review)\b/g, "")
    .trim()
    .replace(/s$/, "")
}
