import { findBlowup } from "./patterns/regex/find-blowup.ts"
import { readRegex } from "./patterns/regex/regex-tree.ts"

/** Whether a text was found on which a regular expression takes for ever. */
export function isSlowRegex(source: string, ignoreCase: boolean): boolean {
  const tree = readRegex(source, ignoreCase)
  return tree !== undefined && findBlowup(tree) !== undefined
}
