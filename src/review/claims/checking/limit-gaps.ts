import { compareSeverity, isAtLeast, type Severity } from "../../../finding/severity.ts"
import { memoise } from "../../../text/memoise.ts"
import { toCategoryKind } from "../categories.ts"
import type { Rejected, RejectedWhy, ReviewFinding } from "../review-finding.ts"
import type { ReviewedMaterial } from "../reviewed-file.ts"
import { findFunctionStart } from "./find-function-start.ts"
import { openReviewedCode, type ReviewedCode } from "./reviewed-code.ts"

/** The maximum number of findings that an agent may add in the second round. */
export const GAPS_MOST = 5
/** Lines around a known finding where the same kind is not reported again. */
export const SKIP_ZONE = 5

export interface LimitedGaps {
  readonly findings: readonly ReviewFinding[]
  readonly rejected: readonly Rejected[]
  /** How many were left out because something of their kind was already known there. */
  readonly suppressed: number
}

/**
 * What is new in the second round: only findings that are major or worse, nothing of a kind that is known within five
 * lines or in the same function, and at most five from each agent, the worst first. A more severe claim about something
 * known is kept: if it holds, merging raises the severity.
 */
export function limitGaps(
  findings: readonly ReviewFinding[],
  prior: readonly ReviewFinding[],
  gathered: Pick<ReviewedMaterial, "files">,
): LimitedGaps {
  const known = openKnown(prior, openReviewedCode(gathered))
  const why = new Map<ReviewFinding, RejectedWhy>()
  const taken = new Map<string, number>()
  for (const finding of [...findings].sort((a, b) => compareSeverity(a.severity, b.severity))) {
    const agent = `${nameAgent(finding)} ${finding.saidBy[0]?.part ?? ""}`
    const count = taken.get(agent) ?? 0
    if (!isAtLeast(finding.severity, "major")) why.set(finding, "below-threshold")
    else if (known.isBeside(finding)) why.set(finding, "skip-zone")
    else if (count === GAPS_MOST) why.set(finding, "too-many")
    else if (known.isInFunction(finding)) why.set(finding, "skip-zone")
    else taken.set(agent, count + 1)
  }
  const rejected = findings.flatMap((finding) => {
    const reason = why.get(finding)
    return reason === undefined ? [] : [rejectFinding(finding, reason)]
  })
  return {
    findings: findings.filter((finding) => !why.has(finding)),
    rejected,
    suppressed: rejected.filter((one) => one.why === "skip-zone").length,
  }
}

/** A readable finding that was still left out, as it is reported. */
export function rejectFinding(finding: ReviewFinding, why: RejectedWhy): Rejected {
  const { file, line, title } = finding
  return { agent: nameAgent(finding), round: finding.provenance?.round ?? "", why, text: `${file}:${line} ${title}` }
}

function nameAgent({ provenance }: ReviewFinding): string {
  return provenance?.agent ?? ""
}

/** The known findings, by file and kind, so that each new one is looked up instead of compared with all of them. */
function openKnown(prior: readonly ReviewFinding[], code: ReviewedCode) {
  const zones = new Map<string, Severity>()
  const inFunction = new Map<string, ReviewFinding[]>()
  const kindOf = memoise(toCategoryKind)
  const functionOf = memoise((place: string) => {
    const [line = "", file = ""] = splitOnce(place)
    const found = code.find(file)
    return found === undefined ? undefined : findFunctionStart(code.linesOf(found), Number(line))
  })
  const lineKey = (line: number, { category, file }: ReviewFinding) => `${line} ${kindOf(category)} ${file}`
  const functionKey = (finding: ReviewFinding): string | undefined => {
    const start = functionOf(`${finding.line} ${finding.file}`)
    return start === undefined ? undefined : lineKey(start, finding)
  }
  for (const finding of prior) {
    for (const line of listLines(finding.line - SKIP_ZONE, finding.endLine + SKIP_ZONE)) {
      const key = lineKey(line, finding)
      zones.set(key, pickWorse(zones.get(key), finding.severity))
    }
    const key = functionKey(finding)
    const there = key === undefined ? undefined : inFunction.get(key)
    if (key !== undefined && there === undefined) inFunction.set(key, [finding])
    else if (there !== undefined && there.length < MOST_IN_FUNCTION) there.push(finding)
  }
  return {
    isBeside: (finding: ReviewFinding): boolean =>
      listLines(finding.line, finding.endLine).some((line) => {
        const worst = zones.get(lineKey(line, finding))
        return worst !== undefined && isAtLeast(worst, finding.severity)
      }),
    isInFunction: (finding: ReviewFinding): boolean => {
      const key = functionKey(finding)
      return (
        key !== undefined &&
        (inFunction.get(key) ?? []).some(
          (one) => isAtLeast(one.severity, finding.severity) && isSameIssue(finding, one),
        )
      )
    },
  }
}

function pickWorse(known: Severity | undefined, severity: Severity): Severity {
  return known !== undefined && isAtLeast(known, severity) ? known : severity
}

/** If more are known in one function, repetitions of the rest are kept and merged later. */
const MOST_IN_FUNCTION = 100
const MOST_LINES = 2000

function listLines(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.min(MOST_LINES, Math.max(0, last - first + 1)) }, (_, more) => first + more)
}

function splitOnce(text: string): readonly [string, string] {
  const at = text.indexOf(" ")
  return [text.slice(0, at), text.slice(at + 1)]
}

function isSameIssue(a: ReviewFinding, b: ReviewFinding): boolean {
  if (a.proof !== undefined && b.proof !== undefined) return a.proof.pattern === b.proof.pattern
  const [one, other] = [readTitleWords(a.title), readTitleWords(b.title)]
  const both = [...one].filter((word) => other.has(word)).length
  return both > 0 && both / (one.size + other.size - both) >= 0.5
}

function readTitleWords(title: string): ReadonlySet<string> {
  return new Set(title.toLowerCase().match(/[\p{L}\p{N}_$]{3,}/gu) ?? [])
}
