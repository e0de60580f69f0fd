import fc from "fast-check"
import { expect, test } from "vitest"
import { encodeFileName, decodeFileName, renderFileName } from "./file-name.ts"

test("any bytes become a name and the same bytes again", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect([...encodeFileName(decodeFileName(bytes))]).toEqual([...bytes])
    }),
    { numRuns: 2000 },
  )
})

test("a name of plain UTF-8 is itself", () => {
  expect(decodeFileName(new TextEncoder().encode("src/ü 世界 🎉.js"))).toBe("src/ü 世界 🎉.js")
})

test("a byte that is not UTF-8 is not the same as its escape written out", () => {
  const raw = decodeFileName(Uint8Array.from([0x61, 0xff]))
  expect(raw).not.toBe("a\\xff")
  expect(renderFileName(raw)).toBe("a\\xff")
})

test.each([
  ["a\nb.js", "a\\nb.js"],
  ["a\tb\r.js", "a\\tb\\r.js"],
  ["a\u202eb", "a\\u202eb"],
  ["a\u2028b", "a\\u2028b"],
  ["a b\\c.js", "a b\\c.js"],
])("%j is shown as %s", (name, shown) => {
  expect(renderFileName(name)).toBe(shown)
})
