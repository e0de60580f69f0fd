import { type SarifInput, toSarifLog } from "../finding/sarif-log.ts"
import { type AuditReport, describeChecked } from "./audit-report.ts"
import { attackClasses } from "./audit-rule.ts"
import { auditRuleList } from "./audit-rules.ts"

/** The report as a SARIF log. */
export function toAuditSarif(report: AuditReport, tool: SarifInput["tool"]): ReturnType<typeof toSarifLog> {
  return toSarifLog({
    tool,
    rules: auditRuleList.map((rule) => ({ ...rule, category: attackClasses[rule.class] })),
    findings: report.findings,
    suppressed: report.suppressed,
    notRead: report.notRead,
    checked: describeChecked(report.checked),
  })
}
