import { expect, test } from "vitest"
import { suggestTerms } from "./misspellings.ts"
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
