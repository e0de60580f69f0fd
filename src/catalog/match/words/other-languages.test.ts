import { expect, test } from "vitest"
import { readRequestTerms } from "../read-request-terms.ts"
import { isForeign, isForeignFiller, translatePieces, translateTerm } from "./other-languages.ts"
import { toTerm } from "./term.ts"

test.each([
  ["konflikte", "conflict"],
  ["ошибка", "bug"],
  ["fallando", "failing"],
  ["requete", "query"],
])("%s is looked for as %s as well", (written, english) => {
  expect(translateTerm(toTerm(written))).toContain(toTerm(english))
})

test.each([
  ["Bitte die Merge-Konflikte lösen", true],
  ["corrige les tests qui échouent dans notre projet", true],
  ["почини сборку", true],
  ["部署到 vercel", true],
  ["resume the plan from our last session", false],
  ["une base de données", true],
  ["a café in Málaga", false],
  ["die on the first failing test", false],
  ["", false],
])("%j is in another language: %s", (request, expected) => {
  expect(isForeign(request, readRequestTerms(request))).toBe(expected)
})

test("words without blanks are found inside a request, and where they are", () => {
  expect(translatePieces("请部署这个")).toEqual([
    { term: toTerm("deploy"), from: 1, to: 3 },
    { term: toTerm("deployment"), from: 1, to: 3 },
  ])
  expect(translatePieces("plain English")).toEqual([])
})

test("words that say nothing are known as such", () => {
  expect([isForeignFiller(toTerm("unsere")), isForeignFiller(toTerm("Datenbank"))]).toEqual([true, false])
})
