import { expect, test } from "vitest"
import { isSlowRegex, measureRegexDegree } from "../packages/scan/src/regex-facts.ts"
import { auditRules } from "../src/audit/audit-rules.ts"
import * as phrases from "../src/audit/rules/orders/phrases.ts"
import * as shared from "../src/audit/rules/reading/shared-patterns.ts"

/** As they are compiled: most are put together from parts, so that no literal shows the whole. */
const expressions: readonly (readonly [string, RegExp])[] = [
  ...auditRules.flatMap(({ id, match }) =>
    match.kind === "pattern"
      ? [match.pattern, match.hint].flatMap((one) => (one === undefined ? [] : [[id, one] as const]))
      : [],
  ),
  ...[phrases, shared]
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, value]) => (value instanceof RegExp ? [[name, value] as const] : [])),
]

test("no expression of a rule takes exponential time", () => {
  expect(expressions.length).toBeGreaterThan(70)
  const slow = expressions.filter(([, { source, flags }]) => isSlowRegex(source, flags.includes("i")))
  expect(slow.map(([name]) => name)).toEqual([])
})

test("no expression of a rule needs time that grows faster than the text", () => {
  const steep = expressions.filter(([, { source, flags }]) => measureRegexDegree(source, flags) > 1)
  expect(steep.map(([name]) => name)).toEqual([])
})
