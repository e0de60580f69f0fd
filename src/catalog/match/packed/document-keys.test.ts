import fc from "fast-check"
import { expect, test } from "vitest"
import { startsWithKeys, type DocumentKey, unpackKeys, packKeys } from "./document-keys.ts"

const text = fc.string({ unit: "grapheme", maxLength: 4 }).map((text) => text.replaceAll("\0", ""))
const key = fc.record({ path: text, name: text, size: fc.nat({ max: 2 }), changed: fc.nat({ max: 2 }) })
const keys = fc.array(key, { maxLength: 6 })

test("a table returns the keys it was built from", () => {
  fc.assert(
    fc.property(keys, (keys) => {
      expect(unpackKeys(packKeys(keys))).toEqual(keys)
    }),
  )
})

test("a table begins with its own keys, however few of them", () => {
  fc.assert(
    fc.property(keys, fc.nat({ max: 6 }), (keys, count) => {
      expect(startsWithKeys(packKeys(keys), keys.slice(0, count))).toBe(true)
    }),
  )
})

test("a table does not begin with other keys", () => {
  fc.assert(
    fc.property(keys, keys, (keys, wanted) => {
      const isBeginning = wanted.every((key, at) => keys[at] !== undefined && isSame(key, keys[at]))
      expect(startsWithKeys(packKeys(keys), wanted)).toBe(isBeginning)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ["a longer path", { path: "/a/b" }],
  ["a shorter path", { path: "/" }],
  ["another name", { name: "c" }],
  ["a longer name", { name: "bb" }],
  ["another size", { size: 2 }],
  ["another time", { changed: 2 }],
])("%s is another key", (_, change) => {
  const key: DocumentKey = { path: "/a", name: "b", size: 1, changed: 1 }
  expect(startsWithKeys(packKeys([key, key]), [key, { ...key, ...change }])).toBe(false)
})

function isSame(a: DocumentKey, b: DocumentKey): boolean {
  return a.path === b.path && a.name === b.name && a.size === b.size && a.changed === b.changed
}
