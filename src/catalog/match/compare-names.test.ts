import { expect, test } from "vitest"
import { compareNames, toNameTerm, listNameTerms } from "./compare-names.ts"

test.each([
  ["webapp-testing", "webapp-testing", "exact"],
  ["webapp testing", "webapp-testing", "exact"],
  ["WebappTesting", "webapp_testing", "exact"],
  ["brainstorming", "superpowers:brainstorming", "exact"],
  ["superpowers:brainstorming", "superpowers:brainstorming", "exact"],
  ["superpowers brainstorming", "superpowers:brainstorming", "exact"],
  ["表格处理", "表格处理", "exact"],
  ["webapp te", "webapp-testing", "prefix"],
  ["brain", "superpowers:brainstorming", "prefix"],
  ["we", "webapp-testing", undefined],
  ["we", "we", "exact"],
  ["do a code review of this", "code-review", "mention"],
  ["do a code review of this", "plugin:code-review", "mention"],
  ["do a code reviewer", "code-review", undefined],
  ["please review this", "review", undefined],
  ["!?", "a", undefined],
  ["", "a", undefined],
])("%j compared with the skill %j: %s", (request, name, likeness) => {
  expect(compareNames(request, name)).toBe(likeness)
})

test("a name is found by the key for it and for its beginning", () => {
  expect(listNameTerms("Super:Brain-Storming")).toEqual([
    toNameTerm("superbrainstorming"),
    toNameTerm("brain storming"),
  ])
  expect(listNameTerms("brain-storming")[0]?.startsWith(toNameTerm("Brain st"))).toBe(true)
  expect(listNameTerms("…")).toEqual([])
})
