import { expect, test } from "vitest"
import { findBlowup } from "./find-blowup.ts"
import { readRegex } from "./regex-tree.ts"

test.each([
  ["^(a+)+$"],
  ["^(\\w+\\s?)*$"],
  ["(x+x+)+y"],
  ["^(?:a|aa)+$"],
  ["^([a-z]|[a-c])*!$"],
  ["(.*a){15}$"],
  ["^(\\d+|\\d+x)*$"],
  // Only the second branch can be divided in several ways.
  ["^(?:--.*\\n|\\(.*?\\))*end"],
])("%s takes forever on a text, and that text is found", (source) => {
  expect(blowupOf(source)).toBeDefined()
})

test.each([
  ["^(?:\\d+,)*\\d+$"],
  ['"(?:[^"\\\\]|\\\\.)*"'],
  ["^[a-z]+(?:-[a-z]+)*$"],
  ["(?:[^/]+/)*[^/]+$"],
  ["\\s*(\\w+)\\s*=\\s*(.*)"],
  // It only looks slow: there are few rounds.
  ["^(a+){2}$"],
  // It takes long, but not forever: the growth is quadratic.
  ["\\s+\\w*\\s+$"],
  // It cannot fail, so it never backtracks.
  ["(a+)+"],
  ["^(?:(?:ab)+c)*$"],
])("%s only looks slow", (source) => {
  expect(blowupOf(source)).toBeUndefined()
})

test("constructs that the matcher cannot follow count as harmless", () => {
  expect(blowupOf("^(?:(a)\\1+)+$")).toBeUndefined()
  expect(blowupOf("^(?:a+(?<=a))+$")).toBeUndefined()
})

function blowupOf(source: string) {
  const tree = readRegex(source, false)
  if (tree === undefined) throw new Error(`${source} cannot be read`)
  return findBlowup(tree)
}
