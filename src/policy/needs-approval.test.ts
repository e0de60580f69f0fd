import { expect, test } from "vitest"
import { type ApprovalAsked, needsApproval } from "./needs-approval.ts"

const asked: ApprovalAsked = { by: "model", asksForGrants: true, isAllowed: false, unasked: false }

test("the model needs a rule for a skill that brings grants or hooks", () => {
  expect(needsApproval({ allowedTools: ["Read"] }, asked)).toBe(true)
  expect(needsApproval({ hooks: {} }, asked)).toBe(true)
  expect(needsApproval({ allowedTools: [] }, asked)).toBe(false)
})

test.each([
  ["a person asks", { by: "user" }],
  ["the host does not ask", { asksForGrants: false }],
  ["a rule allows it", { isAllowed: true }],
  ["the person waived questions", { unasked: true }],
] as const)("no approval is needed where %s", (_, more) => {
  expect(needsApproval({ allowedTools: ["Read"] }, { ...asked, ...more })).toBe(false)
})
