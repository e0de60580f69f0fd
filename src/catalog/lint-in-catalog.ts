import type { FileProblem } from "../problem/problem.ts"
import type { SkillHeader } from "../skill/header/schema/fields.ts"
import { readPaths } from "./path-patterns.ts"
import { catalogProblem } from "./problems.ts"

export interface CatalogLintContext {
  readonly findKeyLine: (key: string) => number
  /** Whether this Skillet satisfies a range of versions; undefined if the range cannot be read. */
  readonly satisfies: (range: string) => boolean | undefined
}

/** What would prevent a skill from being offered as its author intends: its paths, and the versions it requires. */
export function lintInCatalog({ paths, requires }: SkillHeader, context: CatalogLintContext): readonly FileProblem[] {
  const found = paths === undefined ? [] : readPaths(paths).problems
  const inPaths = found.map((one) => ({ ...one, line: context.findKeyLine("paths"), column: 1 }))
  const range = requires?.skillet
  if (range === undefined || context.satisfies(range) === true) return inPaths
  const isRange = context.satisfies(range) !== undefined
  const message = isRange
    ? `it requires skillet ${range}, which this version does not satisfy, so it is switched off`
    : `"${range}" is not a valid version range, so it is not checked`
  const fix = isRange ? "update Skillet, or widen the range" : 'write a version range such as ">=0.1"'
  return [
    ...inPaths,
    catalogProblem("skill.needs-newer", { line: context.findKeyLine("requires"), column: 1 }, { message, fix }),
  ]
}
