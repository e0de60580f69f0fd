import fc from "fast-check"
import { expect, test } from "vitest"
import { compareInEnglish } from "./compare-in-english.ts"

const { compare } = new Intl.Collator("en")

test.each(["abcz019-", "abAB-_:. é"])("names of the letters %j are compared as the locale compares them", (letters) => {
  const name = fc.string({ unit: fc.constantFrom(...letters), maxLength: 6 })
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(Math.sign(compareInEnglish(a, b))).toBe(Math.sign(compare(a, b)))
    }),
    { numRuns: 500 },
  )
})
