import { expect, test } from "vitest"
import { type ApprovalAsked, needsApproval, findUseFault } from "./find-use-fault.ts"

const skill = (status?: string) => ({ name: "a", ref: "a@project", status, reason: "why" })

test.each([
  ["a skill that is on is for everybody", "on", undefined, undefined],
  ["one that is off is for nobody", "off", "render.off", "render.off"],
  ["one that was skipped is for nobody", "skipped", "render.off", "render.off"],
  ["one for people is not for the model", "user-only", undefined, "render.not-for-model"],
  ["one for the model is not for people", "model-only", "render.not-for-user", undefined],
  ["a copy without a status is asked for by its path", undefined, undefined, undefined],
])("%s", (_, status, byUser, byModel) => {
  const codes = (["user", "model"] as const).map(
    (by) => findUseFault(skill(status), { by, hidesConditional: true })?.code,
  )
  expect(codes).toEqual([byUser, byModel])
})

test("a conditional skill does not exist yet where the host hides it", () => {
  expect(findUseFault(skill("conditional"), { by: "user", hidesConditional: true })?.code).toBe("skill.not-found")
  expect(findUseFault(skill("conditional"), { by: "user", hidesConditional: false })).toBeUndefined()
})

const asked: ApprovalAsked = { by: "model", asksForGrants: true, isAllowed: false, unasked: false }

test("the model needs a rule for a skill with grants or hooks", () => {
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
