import { expect, test } from "vitest"
import type { Insight } from "../review-finding.ts"
import { selectDistinctInsights } from "./select-distinct-insights.ts"

test("an insight that is repeated word for word about one of its findings is told once", () => {
  const said = [insight("I1", ["F1", "F2"]), insight("I2", ["F1", "F3"]), insight("I3", ["F4", "F5"])]
  const { insights, rejected } = selectDistinctInsights(said)
  expect(insights.map(({ id }) => id)).toEqual(["I1", "I3"])
  expect(rejected.map(({ why, text }) => `${why} ${text.slice(0, 2)}`)).toEqual(["repeated I2"])
})

test("other words about another pair are another insight", () => {
  const said = [insight("I1", ["F1", "F2"]), { ...insight("I2", ["F1", "F3"]), text: "The retry makes it visible." }]
  expect(selectDistinctInsights(said).insights).toHaveLength(2)
})

function insight(id: string, related: Insight["related"]): Insight {
  return {
    id,
    title: "The lost error hides the bug",
    text: "Nobody sees that the login failed.",
    related,
    category: "Bugs",
    severity: "major",
    file: "a.js",
    line: 1,
  }
}
