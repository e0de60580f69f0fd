import { expect, test } from "vitest"
import { limitMatches } from "./limit-matches.ts"
import type { PatternMatch } from "./pattern-match.ts"

function match(file: string, rule: string, line: number, severity: PatternMatch["severity"] = "minor"): PatternMatch {
  return { file, rule, line, endLine: line, severity } as PatternMatch
}

function many(file: string, rule: string, count: number, severity?: PatternMatch["severity"]) {
  return Array.from({ length: count }, (_, at) => match(file, rule, at + 1, severity))
}

test("a rule that matches often in a file is reported two hundred times, and the file counts as not fully checked", () => {
  const other = match("b.js", "one", 1)
  const { matches, unread } = limitMatches([...many("a.js", "one", 5000), other], true)
  expect(matches).toHaveLength(201)
  expect(matches).toContain(other)
  expect(unread).toEqual([
    {
      path: "a.js",
      why: "rules matched 5,000 times, of which 200 are reported",
      isWanted: true,
      isChanged: true,
    },
  ])
})

test("of many rules in one file the worst six hundred are reported", () => {
  const rules = Array.from({ length: 5 }, (_, at) => many("a.js", `rule-${at}`, 190))
  const severe = many("a.js", "severe", 50, "critical")
  const { matches } = limitMatches([...rules.flat(), ...severe], false)
  expect(matches).toHaveLength(600)
  expect(matches.filter(({ severity }) => severity === "critical")).toHaveLength(50)
})

test("what is below the limits is not touched", () => {
  const all = [...many("a.js", "one", 200), ...many("a.js", "two", 200)]
  expect(limitMatches(all, true)).toEqual({ matches: all, unread: [] })
})
