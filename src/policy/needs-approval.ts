export interface GrantingSkill {
  readonly allowedTools?: readonly string[] | undefined
  readonly hooks?: unknown
}

export interface ApprovalAsked {
  readonly by: "user" | "model"
  /** The host wants a rule before the model uses a skill that brings grants or hooks. */
  readonly asksForGrants: boolean
  /** A rule such as `Skill(deploy)` lets the model use it. */
  readonly isAllowed: boolean
  /** The person at the agent waived its questions. */
  readonly unasked: boolean
}

/** Whether the model may not use a skill without a rule, because it brings tool grants or hooks. */
export function needsApproval(skill: GrantingSkill, asked: ApprovalAsked): boolean {
  const brings = (skill.allowedTools ?? []).length > 0 || skill.hooks !== undefined
  return brings && asked.by === "model" && asked.asksForGrants && !asked.unasked && !asked.isAllowed
}
