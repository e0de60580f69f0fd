import { findLiterals } from "./patterns/compile-patterns.ts"
import { findBlowup } from "./patterns/regex/find-blowup.ts"
import { type Degree, findDegree } from "./patterns/regex/find-slowdown.ts"
import { readRegex } from "./patterns/regex/regex-tree.ts"
import { sketchLiteral, type Sketch } from "./patterns/sketch-bytes.ts"

export type { Sketch }

/** Whether a text was found on which a regular expression takes forever. */
export function isSlowRegex(source: string, ignoreCase: boolean): boolean {
  const tree = readRegex(source, ignoreCase)
  return tree !== undefined && findBlowup(tree) !== undefined
}

/** How the time to search a text grows with its length. */
export function measureRegexDegree(source: string, flags: string): Degree {
  const tree = readRegex(source, flags.includes("i"))
  return tree === undefined ? 1 : findDegree(tree, flags.includes("g"))
}

/** Whether a file may contain a match, judged by its sketch alone. */
export function openMatchTest(pattern: RegExp): (sketch: Sketch) => boolean {
  const places = findLiterals(pattern).map(sketchLiteral)
  return ({ mayHave }) => places.length === 0 || places.some(mayHave)
}
