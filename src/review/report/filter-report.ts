import { isAtLeast, type Severity } from "../../finding/severity.ts"
import type { ReviewReport } from "../review-data.ts"

/** The report with what weighs less left out, and how much that was: a filtered report never looks clean. */
export function filterReport(report: ReviewReport, minSeverity: Severity): ReviewReport {
  const weighs = ({ severity }: { readonly severity: Severity }) => isAtLeast(severity, minSeverity)
  const findings = report.findings.filter(weighs)
  const insights = report.insights.filter(weighs)
  const leftOut = {
    below: minSeverity,
    findings: report.findings.length - findings.length,
    insights: report.insights.length - insights.length,
  }
  if (leftOut.findings + leftOut.insights === 0) return report
  return { ...report, findings, insights, leftOut }
}

/**
 * Whether something as bad as this was found, or may be in changed code that was not read. To be asked of the whole
 * report, before anything is filtered out.
 */
export function failsOn({ findings, insights, unread = [] }: ReviewReport, severity: Severity): boolean {
  const isBad = [...findings, ...insights].some((one) => isAtLeast(one.severity, severity))
  return isBad || unread.some(({ isWanted, isChanged }) => isWanted && isChanged)
}
