import { isAtLeast, type Severity } from "../../finding/severity.ts"
import { hears, type Persona, personas } from "../../finding/persona.ts"
import type { ReviewReport } from "../review-data.ts"

/** The report for a reader: what only more thorough ones are told is counted. */
export function reportFor(report: ReviewReport, reader: Persona): ReviewReport {
  const further = personas.flatMap((persona) => {
    const others = report.findings.filter((one) => !hears(reader, one.persona) && one.persona === persona)
    const apart = others.filter(({ place }) => place !== undefined).length
    return others.length === 0 ? [] : [{ persona, findings: others.length, apart }]
  })
  if (further.length === 0) return report
  return { ...report, findings: report.findings.filter(({ persona }) => hears(reader, persona)), further }
}

/** The report without what is less severe, and how much that was: a filtered report never looks clean. */
export function filterReport(report: ReviewReport, minSeverity: Severity): ReviewReport {
  const isSevere = ({ severity }: { readonly severity: Severity }) => isAtLeast(severity, minSeverity)
  const findings = report.findings.filter(isSevere)
  const insights = report.insights.filter(isSevere)
  const leftOut = {
    below: minSeverity,
    findings: report.findings.length - findings.length,
    insights: report.insights.length - insights.length,
  }
  if (leftOut.findings + leftOut.insights === 0) return report
  return { ...report, findings, insights, leftOut }
}

/**
 * Whether something as bad as this was found, or may have been missed: changed code was not read, or a reviewer failed.
 * To be asked of the report for a persona, before `--min-severity` takes anything out.
 */
export function failsOn(report: ReviewReport, severity: Severity): boolean {
  const { findings, insights, usage, failedAgents = [], unread = [] } = report
  const isBad = [...findings, ...insights].some((one) => isAtLeast(one.severity, severity))
  const hasFailed = failedAgents.length > 0 || usage.some(({ status }) => status === "failed")
  return isBad || hasFailed || unread.some(({ isWanted, isChanged }) => isWanted && isChanged)
}

/** Whether agents were asked and none of them answered: then the review that was asked for did not happen. */
export function nobodyAnswered({ usage }: Pick<ReviewReport, "usage">): boolean {
  return usage.length > 0 && usage.every(({ status }) => status === "failed")
}
