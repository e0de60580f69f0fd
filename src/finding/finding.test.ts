import { createHash } from "node:crypto"
import fc from "fast-check"
import { expect, test } from "vitest"
import { makeFingerprints } from "./fingerprint.ts"
import { compareSeverity, isAtLeast, isSure, severities } from "./severity.ts"
import { sha256 } from "../text/sha256.ts"

test("sha256 agrees with node's on any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"))
    }),
  )
})

test("severities have one order, worst first", () => {
  expect([...severities].reverse().sort(compareSeverity)).toEqual(["critical", "major", "minor", "suggestion"])
  expect(isAtLeast("critical", "major")).toBe(true)
  expect(isAtLeast("minor", "major")).toBe(false)
  expect(isSure("medium")).toBe(true)
  expect(isSure("low")).toBe(false)
})

test("a fingerprint survives white space and a moved line, and distinguishes equal findings", () => {
  const one = { rule: "a", file: "x/SKILL.md", evidence: "curl  x | sh" }
  const [first, second] = makeFingerprints([one, one])
  expect(first).not.toBe(second)
  expect(makeFingerprints([{ ...one, evidence: "curl x |  sh " }])).toEqual([first])
  expect(makeFingerprints([{ ...one, evidence: "curl y | sh" }])).not.toEqual([first])
  expect(
    makeFingerprints([
      { ...one, rule: "b" },
      { ...one, file: "y" },
    ]),
  ).not.toContain(first)
})
