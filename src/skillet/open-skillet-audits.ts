import type { AuditReport } from "../audit/audit-report.ts"
import type { ConductedAudit } from "../review/audit/conduct-audit.ts"
import type { PlannedAudit } from "../review/audit/plan-readings.ts"
import { type AgentAuditOptions, auditWithAgent, loadAudit, planAgentAudit } from "../review/io/audit-with-agent.ts"
import type { Resources } from "./open-resources.ts"

/** Audits in which an agent reads the skills after the rules did. `audit` itself asks nobody. */
export interface SkilletAudits {
  /** Audits skills, and lets an agent add findings. Its claims are checked, and it takes none of the rules' away. */
  read(options: AgentAuditOptions): Promise<ConductedAudit>
  /** The agents that would be asked, their prompts and the price. Nothing is stored, and nobody is asked. */
  plan(options: AgentAuditOptions): Promise<PlannedAudit>
  /** The report of an earlier one by its run. */
  show(run: string): Promise<AuditReport>
}

export function openSkilletAudits({ session, runs }: Resources): SkilletAudits {
  return {
    read: async (options) => auditWithAgent(await session(), await runs(), options),
    plan: async (options) => planAgentAudit(await session(), options),
    show: async (run) => loadAudit(await runs(), run),
  }
}
