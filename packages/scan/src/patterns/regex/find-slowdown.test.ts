import { expect, test } from "vitest"
import { findDegree } from "./find-slowdown.ts"
import { readRegex } from "./regex-tree.ts"

test.each([
  [/\s+$/, 2],
  [/^\s+|\s+$/g, 2],
  [/^\s*(.*?)\s*$/, 2],
  [/^((?:\d+)?\.?\d+) *(ms|s)?$/, 2],
  [/"(\\"|[^"])*"\s*:/, 2],
  // A character between repetitions, or at the beginning, that a repetition matches as well.
  [/\{.*\}/, 2],
  [/^.+@.+\..+$/, 2],
  [/^\s*(\S+?)\s*(?:;(.*))?$/, 2],
  [/^ *(#{1,6}) *([^\n]+?) *#* *(?:\n+|$)/, 3],
  [/\s*a?\s*b?\s*$/, 3],
])("%s is of degree %i", (expression, degree) => expect(degreeOf(expression)).toBe(degree))

test.each([
  [/^\s+/],
  [/[a-z]+/],
  [/^[a-z]+$/],
  [/^\d+\.\d+$/],
  [/\r?\n/],
  [/^\s*([^\s;]+)\s*;/],
  [/^\s*([^\s;]+)\s*(?:;(.*))?$/],
  [/[^/]+$/],
  // No new attempt starts where the same character comes before.
  [/(?<!\s)\s+$/],
])("the time of %s grows linearly with the text", (expression) => expect(degreeOf(expression)).toBe(1))

function degreeOf({ source, flags }: RegExp): number {
  const tree = readRegex(source, flags.includes("i"))
  if (tree === undefined) throw new Error(`not read: ${source}`)
  return findDegree(tree, flags.includes("g"))
}
