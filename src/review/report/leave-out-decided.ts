import { applyReviewBaseline, type ReviewBaseline } from "../claims/merging/identity/review-baseline.ts"
import { findMarked } from "./leave-out-marked.ts"
import type { Gathered, ReviewReport } from "../review-data.ts"

/** The decisions of a project at one moment. */
export interface Decisions {
  /** Absent if nothing was decided yet. */
  readonly baseline?: ReviewBaseline | undefined
  readonly warnings: readonly string[]
}

/** What was gathered, with the decisions that there were before any agent was asked. */
export function withDecisions(gathered: Gathered, { baseline }: Decisions): Gathered {
  return { ...gathered, decidedBefore: (baseline?.findings ?? []).map(({ fingerprint }) => fingerprint) }
}

/** The report without findings that have a decision, or a reason in the code, which are listed separately. */
export function leaveOutDecided(
  report: ReviewReport,
  { baseline, warnings }: Decisions,
  gathered: Gathered | undefined,
): ReviewReport {
  const marked = gathered === undefined ? [] : findMarked(report.findings, gathered)
  const known: ReviewReport = {
    ...report,
    warnings: [...report.warnings, ...warnings],
    findings: report.findings.filter((finding) => !marked.some((one) => one.finding === finding)),
    ...(marked.length === 0 ? {} : { decided: marked }),
  }
  if (baseline === undefined) return known
  const { findings, remembered } = applyReviewBaseline(known.findings, baseline, openTexts(gathered))
  const before = gathered?.decidedBefore
  const decided = remembered.map(({ finding, entry: { fingerprint, file, status, reason }, match }) => ({
    finding,
    status,
    reason,
    match,
    ...(match === "cause" ? { decidedFor: file } : {}),
    ...(before === undefined || before.includes(fingerprint) ? {} : { isLater: true }),
  }))
  return { ...known, findings, ...(decided.length === 0 ? {} : { decided: [...marked, ...decided] }) }
}

export function openTexts(gathered: Gathered | undefined): (file: string) => string | undefined {
  const texts = new Map(gathered?.files.map((file) => [file.path, file.text]))
  return (file) => texts.get(file)
}
