import { auditView } from "../src/audit/audit-all.ts"
import { type AuditInput, openAuditView } from "../src/audit/audit-view.ts"

/** Audits one skill alone. */
export function auditSkill(input: AuditInput, options?: Parameters<typeof auditView>[1]): ReturnType<typeof auditView> {
  return auditView(openAuditView(input), options)
}
