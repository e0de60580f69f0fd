import { expect, test } from "vitest"
import { guessTerms, suggestTerms } from "./misspellings.ts"
import { toTerm } from "./term.ts"

test.each([
  ["adress", "address"],
  ["localy", "locally"],
  ["databsae", "database"],
  ["revieew", "review"],
])("%s may mean %s", (written, meant) => {
  expect(suggestTerms(written)).toContain(toTerm(meant))
})

test.each(["form", "héllo", "v2build", "snape"])("%s means no other word", (written) => {
  expect(suggestTerms(written)).not.toContain(toTerm("from"))
  expect(suggestTerms(written)).not.toContain(toTerm("snap"))
})

test.each([
  ["verificaton", ["verif"], []],
  ["kubernets", ["kubernet", "kubern"], []],
  ["webhoook", ["webhook"], []],
  ["accessability", ["access", "accessor"], []],
  ["migratoin", ["migrat"], []],
  ["terrafomr", ["terraform"], []],
  ["terrafrm", ["terraform", "terrac"], ["terraform"]],
  ["terraforn", ["terraform"], ["terraform"]],
  ["cat", ["cut"], []],
])("among terms that begin like %s, %j, the letter that is missing or wrong tells %j", (written, terms, meant) => {
  expect(guessTerms(written, terms)).toEqual(meant)
})
