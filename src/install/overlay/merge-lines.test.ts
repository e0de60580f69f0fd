import fc from "fast-check"
import { expect, test } from "vitest"
import { mergeLines } from "./merge-lines.ts"
import { applyOverlay, writePatch } from "./overlay-patch.ts"

test.each([
  ["a\nb\nc\nd\n", "A\nb\nc\nd\n", "a\nb\nc\nD\n", "A\nb\nc\nD\n"],
  ["a\nb\n", "a\nb\n", "x\n", "x\n"],
  ["a\nb\nc\n", "a\nX\nc\n", "a\nX\nc\n", "a\nX\nc\n"],
  ["a\nb\nc\n", "a\nX\nc\n", "a\nY\nc\n", undefined],
  ["a\nb\nc\n", "X\nb\nc\n", "a\nY\nc\n", undefined],
  ["a\r\nb\r\nc", "a\r\nb\r\nC", "A\r\nb\r\nc", "A\r\nb\r\nC"],
])("changes of two people are merged, or refused where they meet (%#)", (base, mine, theirs, merged) => {
  expect(mergeLines(base, mine, theirs)).toBe(merged)
})

test("whatever is changed, a change of one side alone is that side's text", () => {
  const texts = fc.array(fc.constantFrom("a\n", "b\n", "c\r\n", "\n", "d")).map((lines) => lines.join(""))
  fc.assert(
    fc.property(texts, texts, (base, other) => {
      expect([mergeLines(base, other, base), mergeLines(base, base, other)]).toEqual([other, other])
    }),
  )
})

test("a patch makes the same text again", () => {
  const texts = fc.array(fc.constantFrom("a\n", "b\n", "\n", "- c\n", "+ d\n", "@@\n")).map((lines) => lines.join(""))
  fc.assert(
    fc.property(texts, texts, (theirs, mine) => {
      fc.pre(theirs !== mine)
      const patch = writePatch(new Map([["x/y.md", { theirs, mine }]]))
      expect([...applyOverlay(patch, () => theirs)]).toEqual([["x/y.md", mine]])
    }),
  )
})
