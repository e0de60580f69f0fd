import { compareByPlace } from "../../finding/finding.ts"
import { compareConfidence, compareSeverity } from "../../finding/severity.ts"
import type { ReviewFinding } from "../review-finding.ts"
import { clusterFindings } from "./cluster-findings.ts"
import { type TextOf, fingerprintFindings } from "./identity/identify-finding.ts"
import { agentsOf, joinFindings } from "./join-findings.ts"
import { overlaps } from "./same-finding.ts"

export interface Aggregated {
  /** Worst first. */
  readonly kept: readonly ReviewFinding[]
  readonly invalid: readonly ReviewFinding[]
  readonly merges: readonly Merge[]
}

/** Makes one of judged findings that are the same, ranks what holds, and puts what does not hold aside. */
export function aggregate(findings: readonly ReviewFinding[], textOf: TextOf): Aggregated {
  const holding = findings.filter(({ verdict }) => verdict !== "invalid")
  const merged = mergeFindings(holding)
  return {
    kept: fingerprintFindings(merged.findings.toSorted(compareByRank), textOf),
    invalid: findings.filter(({ verdict }) => verdict === "invalid"),
    merges: merged.merges,
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

export interface Merged {
  readonly findings: readonly ReviewFinding[]
  readonly merges: readonly Merge[]
}

/** Which findings became one. */
export interface Merge {
  readonly id: string
  /** Every id that went into it, its own too. */
  readonly from: readonly string[]
  readonly because: string
}

/** Makes one of findings that are the same, and links those that only share lines. Nothing that was said is lost. */
export function mergeFindings(findings: readonly ReviewFinding[]): Merged {
  const clusters = clusterFindings(findings)
  const joined = clusters.map(({ members }) => joinFindings(members))
  const merges = clusters.flatMap(({ members, because }, at) =>
    members.length < 2 ? [] : [{ id: joined[at]?.id ?? "", from: members.map(({ id }) => id), because }],
  )
  const newIds = new Map(merges.flatMap(({ id, from }) => from.map((old) => [old, id] as const)))
  return { findings: joined.map((finding) => linked(finding, joined, newIds)), merges }
}

function linked(
  finding: ReviewFinding,
  all: readonly ReviewFinding[],
  newIds: ReadonlyMap<string, string>,
): ReviewFinding {
  const beside = all.filter((other) => other !== finding && overlaps(finding, other)).map(({ id }) => id)
  const before = finding.related.map((id) => newIds.get(id) ?? id)
  return { ...finding, related: [...new Set([...before, ...beside])].filter((id) => id !== finding.id) }
}
