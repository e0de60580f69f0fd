import fc from "fast-check"
import { expect, test } from "vitest"
import { thirdIteration } from "../../../test/directives/sample-directives.ts"
import { measureSharedPrefix, splitShared } from "./shared-prefix.ts"
import { renderXml } from "./xml/render-xml.ts"

test.each([
  ["the same text", "abc", "abc", 1],
  ["a longer one", "abc", "abcdef", 0.5],
  ["a shorter one", "abcdef", "abc", 1],
  ["another one", "abc", "xbc", 0],
  ["nothing", "abc", "", 1],
  ["after nothing", "", "abc", 0],
  ["bytes, not letters: two signs that begin with the same byte", "é", "è", 0.5],
])("%s", (_, before, after, share) => {
  expect(measureSharedPrefix(before, after)).toBe(share)
})

test("a resource that stays is shared with the next step, whatever the step is", () => {
  const resources = { severity: "MUST: knowledge would be lost.\n".repeat(100) }
  const before = renderXml({ ...thirdIteration, resources })
  const after = renderXml({
    ...thirdIteration,
    resources,
    number: 4,
    title: "Another",
    actions: thirdIteration.actions.slice(1),
  })
  expect(measureSharedPrefix(before, after)).toBeGreaterThan(0.7)
})

test.each([
  [[], "", []],
  [["a\nb"], "", ["a\nb"]],
  [["a\n\nb", "a\n\nc"], "a", ["b", "c"]],
  [["a\n\n\nb", "a\n\n\nc"], "a\n", ["b", "c"]],
  [
    ["a\n\n```yaml\nb\n\nc\nd\n```", "a\n\n```yaml\nb\n\nc\ne\n```"],
    "a",
    ["```yaml\nb\n\nc\nd\n```", "```yaml\nb\n\nc\ne\n```"],
  ],
  [["a\n\n```\nb\n```\n\nc", "a\n\n```\nb\n```\n\nd"], "a\n\n```\nb\n```", ["c", "d"]],
  [["a\nb", "a\nb"], "", ["a\nb", "a\nb"]],
  [["a\nb\nc", "x\nb\nc"], "", ["a\nb\nc", "x\nb\nc"]],
])("%j is divided after the paragraphs that all share", (texts, shared, own) => {
  expect(splitShared(texts)).toEqual({ shared, own })
})

test("the shared part, an empty line and the own part are the whole text", () => {
  const text = fc.array(fc.constantFrom("a", "b", ""), { minLength: 1, maxLength: 5 }).map((lines) => lines.join("\n"))
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), (texts) => {
      const { shared, own } = splitShared(texts)
      expect(own.map((part) => (shared === "" ? part : `${shared}\n\n${part}`))).toEqual(texts)
    }),
  )
})
