import { expect, test } from "vitest"
import { readRequestTerms } from "../read-request-terms.ts"
import { isForOther } from "./technologies.ts"

test.each([
  ["write the failing test first", "python-testing-patterns", true],
  ["write the failing pytest first in python", "python-testing-patterns", false],
  ["write the failing test first", "test-driven-development", false],
  ["pods restart all the time", "kubernetes-debugging", false],
  ["make these slides nicer", "tools:pptx-visuals", false],
  ["make this prettier", "tools:pptx-visuals", true],
])("for %j, %s is for another technology: %s", (request, name, expected) => {
  expect(isForOther(name, new Set(readRequestTerms(request).map(({ term }) => term)))).toBe(expected)
})
