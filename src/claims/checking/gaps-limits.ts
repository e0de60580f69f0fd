import { compareSeverity, isAtLeast } from "../../finding/severity.ts"
import type { Rejected, RejectedWhy, ReviewFinding } from "../review-finding.ts"
import type { ReviewedMaterial } from "../reviewed-file.ts"
import { functionAt } from "./function-at.ts"
import { openReviewedCode, type ReviewedCode } from "./reviewed-code.ts"
import { isSameCategory } from "../same-category.ts"

/** The most that an agent may add in a second look. */
export const GAPS_MOST = 5
/** Lines around a known finding where the same kind is not reported again. */
export const SKIP_ZONE = 5

export interface LimitedGaps {
  readonly findings: readonly ReviewFinding[]
  readonly rejected: readonly Rejected[]
  /** How many were left out because something of their kind was known there. */
  readonly suppressed: number
}

/**
 * What of a second look is new: only what is major or worse, nothing of a kind that is known within five lines or in
 * the same function, and at most five of each agent, the worst first.
 */
export function gapsLimits(
  findings: readonly ReviewFinding[],
  prior: readonly ReviewFinding[],
  gathered: Pick<ReviewedMaterial, "files">,
): LimitedGaps {
  const code = openReviewedCode(gathered)
  const known = new Map<string, ReviewFinding[]>()
  for (const finding of prior) known.set(finding.file, [...(known.get(finding.file) ?? []), finding])
  const why = new Map<ReviewFinding, RejectedWhy>()
  const taken = new Map<string, number>()
  for (const finding of [...findings].sort((a, b) => compareSeverity(a.severity, b.severity))) {
    const agent = `${agentOf(finding)} ${finding.saidBy[0]?.part ?? ""}`
    const count = taken.get(agent) ?? 0
    if (!isAtLeast(finding.severity, "major")) why.set(finding, "below-threshold")
    else if (known.get(finding.file)?.some((one) => isKnown(finding, one, code))) why.set(finding, "skip-zone")
    else if (count === GAPS_MOST) why.set(finding, "too-many")
    else taken.set(agent, count + 1)
  }
  const rejected = findings.flatMap((finding) => {
    const reason = why.get(finding)
    return reason === undefined ? [] : [rejectedFinding(finding, reason)]
  })
  return {
    findings: findings.filter((finding) => !why.has(finding)),
    rejected,
    suppressed: rejected.filter((one) => one.why === "skip-zone").length,
  }
}

/** How a finding is told that was read well and is left out all the same. */
export function rejectedFinding(finding: ReviewFinding, why: RejectedWhy): Rejected {
  const { file, line, title } = finding
  return { agent: agentOf(finding), round: finding.provenance?.round ?? "", why, text: `${file}:${line} ${title}` }
}

function agentOf({ provenance }: ReviewFinding): string {
  return provenance?.agent ?? ""
}

/** Both are of the same file. */
function isKnown(finding: ReviewFinding, prior: ReviewFinding, code: ReviewedCode): boolean {
  if (!isSameCategory(finding.category, prior.category)) return false
  if (finding.line <= prior.endLine + SKIP_ZONE && finding.endLine >= prior.line - SKIP_ZONE) return true
  return isSameIssue(finding, prior) && isSameFunction(finding, prior, code)
}

function isSameIssue(a: ReviewFinding, b: ReviewFinding): boolean {
  if (a.proof !== undefined && b.proof !== undefined) return a.proof.pattern === b.proof.pattern
  const [one, other] = [wordsOf(a.title), wordsOf(b.title)]
  const both = [...one].filter((word) => other.has(word)).length
  return both > 0 && both / (one.size + other.size - both) >= 0.5
}

function wordsOf(title: string): ReadonlySet<string> {
  return new Set(title.toLowerCase().match(/[\p{L}\p{N}_$]{3,}/gu) ?? [])
}

function isSameFunction(a: ReviewFinding, b: ReviewFinding, code: ReviewedCode): boolean {
  const file = code.find(a.file)
  if (file === undefined) return false
  const start = functionAt(code.linesOf(file), a.line)
  return start !== undefined && start === functionAt(code.linesOf(file), b.line)
}
