import type { QuotedPlace } from "./checking/find-quote.ts"
import type { ReadVerdicts } from "./reading/read-verdicts.ts"
import type { JudgeVerdict, ReviewFinding } from "./review-finding.ts"

export interface JudgedFindings {
  /** What is accepted, and what was not judged. */
  readonly findings: readonly ReviewFinding[]
  readonly invalid: readonly ReviewFinding[]
}

export interface SaidByJudges extends Pick<ReadVerdicts, "verdicts" | "notJudged"> {
  /** Where the code is that a verdict on one of our own findings quotes; undefined if it quotes none that is there. */
  readonly findQuote: (verdict: JudgeVerdict, finding: ReviewFinding) => QuotedPlace | undefined
}

/**
 * Applies the verdicts of judges to findings. What a pattern proves is not up to a judge. Our own findings stay with
 * their severity; if a judge calls one invalid and quotes the code, it is marked as lowered.
 */
export function applyVerdicts(
  findings: readonly ReviewFinding[],
  { verdicts, notJudged, findQuote }: SaidByJudges,
): JudgedFindings {
  const byId = new Map(verdicts.map((one) => [one.id, one]))
  const unclear = new Map(notJudged.map(({ id, reason }) => [id, reason]))
  const judged = findings.map((finding): ReviewFinding => {
    if (finding.proof !== undefined) return finding
    const said = byId.get(finding.id)
    if (finding.isOwn === true)
      return said === undefined
        ? leaveUnjudged(finding, unclear.get(finding.id))
        : judgeOwn(finding, said, findQuote(said, finding))
    const reason = joined(finding.reason, said?.reason ?? unclear.get(finding.id))
    if (said === undefined) return reason === undefined ? finding : { ...finding, reason }
    const because = reason === undefined ? {} : { reason }
    if (said.verdict !== "downgrade") return { ...finding, verdict: said.verdict, ...because }
    return { ...finding, verdict: "downgraded", severity: said.severity ?? finding.severity, ...because }
  })
  return {
    findings: judged.filter(({ verdict }) => verdict !== "invalid"),
    invalid: judged.filter(({ verdict }) => verdict === "invalid"),
  }
}

function leaveUnjudged(finding: ReviewFinding, why = "no judge was asked about it"): ReviewFinding {
  return { ...finding, verdict: undefined, reason: `a rule matched; ${why.replace(/^not judged: /, "")}` }
}

function judgeOwn(
  finding: ReviewFinding,
  { verdict, severity, reason }: JudgeVerdict,
  quoted: QuotedPlace | undefined,
): ReviewFinding {
  if (verdict === "valid") return { ...finding, verdict, reason }
  if (verdict === "invalid" && quoted !== undefined)
    return { ...finding, verdict: "downgraded", reason, lowered: { reason, quoted } }
  const said =
    verdict === "invalid"
      ? "a judge called it invalid, but quoted no code that is there"
      : `a judge would lower it to ${severity ?? "a lower severity"}`
  return { ...finding, verdict: "valid", reason: `kept: ${said}: ${reason}` }
}

function joined(before: string | undefined, after: string | undefined): string | undefined {
  if (before === undefined || after === undefined) return before ?? after
  return `${before}; ${after}`
}
