import type { Session } from "../catalog/io/session/open-session.ts"
import { explainServerTrust } from "../catalog/io/session/open-servers.ts"
import {
  type ApprovalPlan,
  approve,
  type ListedApproval,
  listApprovals,
  planApproval,
  removeApproval,
} from "../catalog/io/skills/trust-skills.ts"
import type { CommandGrants } from "../trust/trust-state.ts"

/** Which skills of projects, plugins and servers are approved, as they are now. */
export interface SkilletTrust {
  list(): Promise<readonly ListedApproval[]>
  /** What an approval would allow. */
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
    plan: (ref) => planApproval(session, ref),
    approve: async (plan, grants) => approve(session, plan, grants),
    remove: (ref) => removeApproval(session, ref),
    explainServer: (skillPath) => explainServerTrust(session, skillPath),
  }
}
