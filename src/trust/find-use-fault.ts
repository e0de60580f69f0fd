/** Why a skill may not be used: a code, a message, and what to do instead. */
export interface UseFault {
  readonly code: "skill.not-found" | "render.off" | "render.not-for-model" | "render.not-for-user"
  readonly message: string
  readonly next: string
}

/** The parts of a listed skill that say who may use it. */
export interface UsableSkill {
  readonly name: string
  readonly ref: string
  /** Absent for copies that another one hides: these are requested by path. */
  readonly status?: string | undefined
  readonly reason?: string | undefined
  /** The model can use it if it knows the name, whatever the status says. */
  readonly isNamed?: true | undefined
}

export interface Asking {
  readonly by: "user" | "model"
  /** The host does not know a conditional skill before its condition is true. */
  readonly hidesConditional: boolean
}

/** Whether the person or model that asks may use the skill at all. */
export function findUseFault(skill: UsableSkill, { by, hidesConditional }: Asking): UseFault | undefined {
  const { status, ref } = skill
  const reason = skill.reason ?? ""
  if (status === "conditional" && hidesConditional)
    return {
      code: "skill.not-found",
      message: `there is no skill "${ref}" yet: it is ${reason}`,
      next: "read or write such a file, or use --host open",
    }
  if (status === "off" || status === "skipped")
    return {
      code: "render.off",
      message: `${ref} is ${status}: ${reason}`,
      next: `skillet why ${skill.name} says more`,
    }
  if (by === "model" && status === "user-only" && skill.isNamed !== true)
    return {
      code: "render.not-for-model",
      message: `${ref} is not for the model: ${reason}`,
      next: "ask the user to invoke it",
    }
  if (by === "user" && status === "model-only")
    return {
      code: "render.not-for-user",
      message: `${ref} is for the model only: ${reason}`,
      next: "let the model use it",
    }
  return undefined
}

export interface GrantingSkill {
  readonly allowedTools?: readonly string[] | undefined
  readonly hooks?: unknown
}

export interface ApprovalAsked {
  readonly by: "user" | "model"
  /** The host requires a rule before the model uses a skill with grants or hooks. */
  readonly asksForGrants: boolean
  /** A rule such as `Skill(deploy)` lets the model use it. */
  readonly isAllowed: boolean
  /** The user of the agent has switched off its permission prompts. */
  readonly unasked: boolean
}

/** Whether the model needs a rule to use a skill, because it has tool grants or hooks. */
export function needsApproval(skill: GrantingSkill, asked: ApprovalAsked): boolean {
  const brings = (skill.allowedTools ?? []).length > 0 || skill.hooks !== undefined
  return brings && asked.by === "model" && asked.asksForGrants && !asked.unasked && !asked.isAllowed
}
