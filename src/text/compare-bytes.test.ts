import fc from "fast-check"
import { expect, test } from "vitest"
import { compareBytes } from "./compare-bytes.ts"

test("texts are ordered as their UTF-8 bytes are", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
      expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
  )
  expect(["\uffee", "😀", "z", "Z", "å"].toSorted(compareBytes)).toEqual(["Z", "z", "å", "\uffee", "😀"])
})
