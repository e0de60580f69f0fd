import type { ReviewFinding } from "./review-finding.ts"
import type { ReadVerdicts } from "./reading/read-verdicts.ts"

export interface JudgedFindings {
  /** What holds, and what nobody judged. */
  readonly findings: readonly ReviewFinding[]
  readonly invalid: readonly ReviewFinding[]
}

/** Gives findings what their judges said. What a pattern proves is not up to a judge. */
export function applyVerdicts(
  findings: readonly ReviewFinding[],
  { verdicts, notJudged }: Pick<ReadVerdicts, "verdicts" | "notJudged">,
): JudgedFindings {
  const byId = new Map(verdicts.map((one) => [one.id, one]))
  const unclear = new Map(notJudged.map(({ id, reason }) => [id, reason]))
  const judged = findings.map((finding): ReviewFinding => {
    if (finding.proof !== undefined) return finding
    const said = byId.get(finding.id)
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

function joined(before: string | undefined, after: string | undefined): string | undefined {
  if (before === undefined || after === undefined) return before ?? after
  return `${before}; ${after}`
}
