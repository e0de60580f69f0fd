import { compareByPlace } from "../../finding/finding.ts"
import { compareConfidence, compareSeverity, severities, type Severity } from "../../finding/severity.ts"
import type { ReviewFinding, Verdict } from "../review-finding.ts"
import type { MergeBy } from "./cluster-findings.ts"
import { fingerprintFindings, type TextOf } from "./identity/identify-finding.ts"
import { agentsOf } from "./join-findings.ts"
import { type Merge, mergeFindings } from "./merge-findings.ts"

export interface Aggregated {
  /** Worst first. */
  readonly kept: readonly ReviewFinding[]
  readonly invalid: readonly ReviewFinding[]
  readonly merges: readonly Merge[]
}

/** Takes out what does not hold, lowers what weighs less, makes one of what is the same, and ranks the rest. */
export function aggregate(input: {
  readonly findings: readonly ReviewFinding[]
  readonly verdicts: readonly Verdict[]
  readonly by?: MergeBy
  /** The reviewed files, for fingerprints that outlive moved lines. */
  readonly textOf?: TextOf
}): Aggregated {
  const verdicts = new Map(input.verdicts.map((verdict) => [verdict.id, verdict]))
  const judged = input.findings.map((finding) => judge(finding, verdicts.get(finding.id)))
  const holding = judged.filter(({ verdict }) => verdict !== "invalid")
  const { findings, merges } = mergeFindings(holding, input.by)
  return {
    kept: fingerprintFindings(findings.toSorted(compareByRank), input.textOf ?? (() => undefined)),
    invalid: judged.filter(({ verdict }) => verdict === "invalid"),
    merges,
  }
}

/** Severity, then proof, then how many agree, then how sure they are, then place. Agreement ranks; it drops nothing. */
export function compareByRank(a: ReviewFinding, b: ReviewFinding): number {
  return (
    compareSeverity(a.severity, b.severity) ||
    Number(b.proof !== undefined) - Number(a.proof !== undefined) ||
    agentsOf(b).length - agentsOf(a).length ||
    compareConfidence(a.confidence, b.confidence) ||
    compareByPlace(a, b)
  )
}

function judge(finding: ReviewFinding, said: Verdict | undefined): ReviewFinding {
  if (said === undefined) return finding.proof === undefined ? finding : { ...finding, verdict: "valid" }
  const reason = said.reason === "" ? {} : { reason: said.reason }
  switch (said.verdict) {
    case "valid":
      return { ...finding, ...reason, verdict: "valid" }
    case "invalid":
      return { ...finding, ...reason, verdict: "invalid" }
    case "downgrade":
      return { ...finding, ...reason, verdict: "downgraded", severity: lowered(finding.severity, said.severity) }
  }
}

/** To what was said, or by one step; a downgrade never raises. */
function lowered(severity: Severity, to: Severity | undefined): Severity {
  const wanted = to ?? severities[severities.indexOf(severity) + 1] ?? severity
  return compareSeverity(wanted, severity) > 0 ? wanted : severity
}
