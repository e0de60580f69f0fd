import { expect, test } from "vitest"
import { openNestingGuard } from "./nesting-guard.ts"

const cases: readonly (readonly [text: string, isFine: boolean])[] = [
  ["[[[]]]", true],
  ["[[[[]]]]", false],
  ['{"a":[{"b":1}]}', true],
  ['{"a":[{"b":[1]}]}', false],
  ["[],[],[],[],[]", true],
  ['["[[[[[[{{{{"]', true],
  [String.raw`["\"[[[[", "\\", "[[[["]`, true],
  [String.raw`["\\",[[[1]]]]`, false],
  ['["é[[[[日"]', true],
]

test.each(cases)("%s is at most 3 deep: %s", (text, isFine) => {
  expect(openNestingGuard(3).feed(Buffer.from(text))).toBe(isFine)
  const bytewise = openNestingGuard(3)
  expect([...Buffer.from(text)].every((byte) => bytewise.feed(Uint8Array.of(byte)))).toBe(isFine)
})

test("a new message starts afresh, whatever was left open", () => {
  const guard = openNestingGuard(2)
  expect(guard.feed(Buffer.from('[["open\\'))).toBe(true)
  guard.reset()
  expect(guard.feed(Buffer.from('[["[["]]'))).toBe(true)
})
