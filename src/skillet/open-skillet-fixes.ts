import type { Session } from "../catalog/io/session/open-session.ts"
import type { FixPlan, FixResult, UndoResult } from "../doctor/io/fix-skills.ts"

/** Safe fixes in the skill directories of all agents. A plan changes nothing; `apply` does what it shows. */
export interface SkilletFixes {
  plan(): Promise<FixPlan>
  /** Keeps every original first; the result says how to undo it. */
  apply(plan: FixPlan): Promise<FixResult>
  undo(id: string): Promise<UndoResult>
}

export function openSkilletFixes(session: Session): SkilletFixes {
  const load = () => import("../doctor/io/fix-skills.ts")
  return {
    plan: async () => (await load()).planSkillFixes(session),
    apply: async (plan) => (await load()).applySkillFixes(session, plan),
    undo: async (id) => (await load()).undoSkillFixes(session, id),
  }
}
