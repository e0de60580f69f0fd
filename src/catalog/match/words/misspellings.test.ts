import { expect, test } from "vitest"
import { meantTerms } from "./misspellings.ts"
import { termOf } from "./term.ts"

test.each([
  ["adress", "address"],
  ["localy", "locally"],
  ["databsae", "database"],
  ["revieew", "review"],
])("%s may mean %s", (written, meant) => {
  expect(meantTerms(written)).toContain(termOf(meant))
})

test.each(["form", "héllo", "v2build", "snape"])("%s means no other word", (written) => {
  expect(meantTerms(written)).not.toContain(termOf("from"))
  expect(meantTerms(written)).not.toContain(termOf("snap"))
})
