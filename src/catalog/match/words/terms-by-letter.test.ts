import fc from "fast-check"
import { expect, test } from "vitest"
import { findAskedConcepts, findConcepts } from "./concepts.ts"
import { SITUATIONS } from "./situations.ts"
import { SYNONYMS } from "./synonyms.ts"
import { listRespelt } from "../../../text/stem.ts"
import { toTerm } from "./term.ts"
import { openTermSet, openTermTable } from "./terms-by-letter.ts"

const wordsOf = (row: string) => row.split(/[ >]+/)

test("every word of the synonyms and situations is found by its term, in a request and, after the arrow, in a skill", () => {
  for (const [at, row] of [...SYNONYMS, ...SITUATIONS].entries()) {
    const concept = `\u0002${at}`
    const lost = (words: string, conceptsIn: (term: string) => readonly string[]) =>
      wordsOf(words).filter((word) => toTerm(word) !== "" && !conceptsIn(toTerm(word)).includes(concept))
    expect(lost(row.split(" > ").at(-1) ?? "", findConcepts)).toEqual([])
    expect(lost(row, findAskedConcepts)).toEqual([])
  }
})

test("stemming changes the first two letters only of words that are listed", () => {
  const alphabet = "abcdefghijklmnopqrstuvwxyz"
  const starts = fc
    .tuple(fc.constantFrom(...alphabet), fc.string({ unit: fc.constantFrom(...alphabet), minLength: 2, maxLength: 12 }))
    .map(([first, rest]) => first + rest)
  const endings = fc.constantFrom("", "s", "ed", "ing", "ies", "ation", "ization", "our", "er", "ly", "'s")
  fc.assert(
    fc.property(starts, endings, (start, ending) => {
      const term = toTerm(start + ending)
      const word = start + ending
      const isListed = listRespelt(term.slice(0, 2)).includes(word)
      expect(term === "" || term.slice(0, 2) === word.slice(0, 2)).toBe(!isListed)
    }),
  )
})

test("a table has every row of a term, in order and once", () => {
  const table = openTermTable([
    ["test tests Testing", 1],
    ["build builds", 2],
    ["tested", 3],
  ])
  expect(table(toTerm("tests"))).toEqual([1, 3])
  expect(table(toTerm("building"))).toEqual([2])
  expect(table("")).toEqual([])
  expect(openTermTable([["k8s DB", 1]])(toTerm("kubernetes"))).toEqual([1])
  expect(openTermTable([["k8s DB", 1]])(toTerm("databases"))).toEqual([1])
  expect(openTermSet("dog\n  cats")("cat")).toBe(true)
  expect(openTermSet("dog cats")("cow")).toBe(false)
})
