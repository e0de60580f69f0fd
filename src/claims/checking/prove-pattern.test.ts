import { expect, test } from "vitest"
import { matchOf } from "../../../test/review-intake/small-review.ts"
import { ofKind } from "../merging/read-finding.ts"
import { provePattern } from "./prove-pattern.ts"

const claim = {
  file: "src/a.ts",
  line: 5,
  endLine: 6,
  category: "Security",
  severity: "major",
  isOfKind: () => true,
  patterns: [],
} as const

test.each([
  ["on its lines", { line: 5 }, {}, true],
  ["one line above", { line: 4 }, {}, false],
  ["one line above that it names", { line: 4 }, { patterns: ["eval-input"] }, false],
  ["two lines above", { line: 3 }, {}, false],
  ["one line below", { line: 7 }, {}, false],
  ["two lines below", { line: 8 }, {}, false],
  ["over several lines that reach it", { line: 1, endLine: 5 }, {}, true],
  ["in another file", { line: 5, file: "src/b.ts" }, {}, false],
  ["of another kind", { line: 5, category: "bugs" }, {}, false],
  ["that still needs a judge", { line: 5, autoValidated: false }, {}, false],
  ["that is less bad than what is said", { line: 5, severity: "minor" as const }, {}, false],
  ["of a kind by another name", { line: 5, category: "technical-debt" }, { category: "Technical Debt" }, true],
  ["somewhere in half the file", { line: 50 }, { line: 1, endLine: 400 }, false],
])("a match %s", (_, match, more, isProof) => {
  expect(provePattern({ ...claim, ...more }, [matchOf(match)]).match !== undefined).toBe(isProof)
})

test("of several matches the claimed one counts, then the nearest", () => {
  const matches = [matchOf({ rule: "a", line: 6 }), matchOf({ rule: "b", line: 5 }), matchOf({ rule: "c", line: 6 })]
  expect(provePattern(claim, matches).match?.rule).toBe("b")
  expect(provePattern({ ...claim, patterns: ["c"] }, matches)).toMatchObject({ match: { rule: "c" }, falseClaims: [] })
  expect(provePattern({ ...claim, patterns: ["d"] }, matches)).toMatchObject({
    match: { rule: "b" },
    falseClaims: ["d"],
  })
})

test("a true claim that proves nothing is no false one", () => {
  const doubtful = matchOf({ line: 5, autoValidated: false })
  expect(provePattern({ ...claim, patterns: ["eval-input"] }, [doubtful])).toEqual({ falseClaims: [] })
})

test("what the line above matches proves nothing about a line that has a match of its own", () => {
  const above = matchOf({ rule: "todo", line: 4 })
  const own = matchOf({ rule: "debug-output", line: 5, autoValidated: false })
  expect(provePattern({ ...claim, endLine: 5 }, [above, own]).match).toBeUndefined()
  expect(provePattern({ ...claim, endLine: 5, patterns: ["debug-output"] }, [above, own])).toEqual({ falseClaims: [] })
})

test("a pattern proves a claim of its own kind of issue only", () => {
  const password = matchOf({ line: 5, title: "Hard-coded password", description: "A password is in the code." })
  const said = (title: string) => ofKind({ title, description: "", evidence: "" })
  expect(provePattern({ ...claim, isOfKind: said("SQL injection through the id") }, [password]).match).toBeUndefined()
  expect(provePattern({ ...claim, isOfKind: said("Hard-coded password") }, [password]).match?.line).toBe(5)
})
