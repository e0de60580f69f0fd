import { type SarifInput, toSarifLog } from "../finding/sarif-log.ts"
import { AGENT_RULE, type AuditReport, describeAudited } from "./audit-report.ts"
import { attackClasses } from "./audit-rule.ts"
import { auditRuleList } from "./audit-rules.ts"

/** The report as a SARIF log. */
export function toAuditSarif(report: AuditReport, tool: SarifInput["tool"]): ReturnType<typeof toSarifLog> {
  return toSarifLog({
    tool,
    rules: [...auditRuleList.map((rule) => ({ ...rule, category: attackClasses[rule.class] })), agentRule],
    findings: report.findings,
    suppressed: report.suppressed,
    notRead: report.notRead,
    checked: describeAudited(report),
  })
}

/** What an agent reports is not found by a rule; logs still name one. */
const agentRule = {
  id: AGENT_RULE,
  title: "An agent that read the skill reported it",
  about: "Its file, line and quote were checked against the text; what it means was not.",
  severity: "major",
  category: "reported by an agent",
} as const
