import type { Session } from "../catalog/io/session/open-session.ts"
import { explainServerTrust } from "../catalog/io/session/open-servers.ts"
import {
  type ApprovalPlan,
  approve,
  compareWithApproved,
  type ListedApproval,
  listApprovals,
  planApproval,
  removeApproval,
} from "../catalog/io/skills/trust-skills.ts"
import type { CommandGrants } from "../trust/trust-state.ts"

/** Which skills of projects, plugins and servers, and which modules of projects are approved, as they are now. */
export interface SkilletTrust {
  list(): Promise<readonly ListedApproval[]>
  /** What an approval would allow: of a skill, or of the module of a project by its path. */
  plan(ref: string): Promise<ApprovalPlan>
  /** Approves what a plan shows. */
  approve(plan: ApprovalPlan, grants?: CommandGrants): Promise<void>
  /** False if it was not approved. */
  remove(ref: string): Promise<boolean>
  /** For the path of a server's skill: what must be set so that it may use more; undefined for other skills. */
  explainServer(skillPath: string): Promise<string | undefined>
}

export function openSkilletTrust(session: Session): SkilletTrust {
  return {
    list: async () => listApprovals(session),
    async plan(ref) {
      const { findNamedModule } = await import("../workflow/io/find-config-module.ts")
      const file = findNamedModule(session, ref)
      if (file === undefined) return planApproval(session, ref)
      const { planModuleApproval } = await import("../workflow/io/plan-module-approval.ts")
      const plan = await planModuleApproval(session, file)
      return { ...plan, before: compareWithApproved(session, plan) }
    },
    approve: async (plan, grants) => approve(session, plan, grants),
    async remove(ref) {
      const { findNamedModule } = await import("../workflow/io/find-config-module.ts")
      return removeApproval(session, findNamedModule(session, ref) ?? ref)
    },
    explainServer: (skillPath) => explainServerTrust(session, skillPath),
  }
}
