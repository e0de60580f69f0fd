import { expect, test } from "vitest"
import { findReviewAgent } from "./agents.ts"

test.each([
  ["security-agent", { agent: "security-agent" }],
  ["security", { agent: "security-agent" }],
  ["bugs", { agent: "bug-detection-agent" }],
  ["Technical Debt", { agent: "technical-debt-agent" }],
  ["test_coverage", { agent: "test-coverage-agent" }],
  ["securty", { near: ["security-agent"] }],
  ["bug-detecton", { near: ["bug-detection-agent"] }],
  ["weather", { near: [] }],
  ["toString", { near: [] }],
])("%s means %j", (name, found) => {
  expect(findReviewAgent(name)).toEqual(found)
})
