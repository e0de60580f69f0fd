import { compareByPlace } from "../../finding/finding.ts"
import { compareConfidence, compareSeverity } from "../../finding/severity.ts"
import type { ReviewFinding } from "../review-finding.ts"
import { type TextOf, fingerprintFindings } from "./identity/identify-finding.ts"
import { agentsOf, joinFindings } from "./join-findings.ts"
import { readFinding } from "./read-finding.ts"
import { type Sameness, compareFindings, overlaps } from "./same-finding.ts"

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

export interface Cluster {
  /** In the order in which they were given. */
  readonly members: readonly ReviewFinding[]
  readonly because: string
}

/**
 * Findings that belong together, the surest pairs first. Two groups become one only when their members are the same on
 * the whole and no two of them are plainly different: a chain of half-likenesses joins nothing.
 */
export function clusterFindings(findings: readonly ReviewFinding[]): readonly Cluster[] {
  const compare = compareByMeaning(findings)
  let groups = findings.map((_, at): Group => ({ members: [at], because: "" }))
  for (const { a, b, because } of pairsOf(findings, compare)) {
    const one = groups.find(({ members }) => members.includes(a))
    const other = groups.find(({ members }) => members.includes(b))
    if (one === undefined || other === undefined || one === other) continue
    if (!holdTogether(one, other, compare)) continue
    const joined = { members: [...one.members, ...other.members], because: one.because || other.because || because }
    groups = groups.flatMap((group) => (group === one ? [joined] : group === other ? [] : [group]))
  }
  return groups.map(({ members, because }) => ({
    members: members.sort((a, b) => a - b).flatMap((at) => findings[at] ?? []),
    because,
  }))
}

/** Below this, two findings never share a group, whatever stands between them. */
const PLAINLY_DIFFERENT = 0.25

interface Group {
  readonly members: number[]
  readonly because: string
}

type Compare = (a: number, b: number) => Sameness

function compareByMeaning(findings: readonly ReviewFinding[]): Compare {
  const read = findings.map(readFinding)
  const known = new Map<number, Sameness>()
  return (a, b) => {
    const key = Math.min(a, b) * findings.length + Math.max(a, b)
    const found = known.get(key) ?? compared(a, b)
    known.set(key, found)
    return found
  }

  function compared(a: number, b: number): Sameness {
    const [one, other] = [read[a], read[b]]
    if (one === undefined || other === undefined) throw new Error("a pair names a finding that is not there")
    return compareFindings(one, other)
  }
}

function pairsOf(findings: readonly ReviewFinding[], compare: Compare) {
  const pairs = findings.flatMap((one, a) =>
    findings.slice(a + 1).flatMap((other, offset) => {
      const b = a + 1 + offset
      if (one.file !== other.file) return []
      const { same, score, because } = compare(a, b)
      return same ? [{ a, b, score, because }] : []
    }),
  )
  return pairs.sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b)
}

function holdTogether(one: Group, other: Group, compare: Compare): boolean {
  const scores = one.members.flatMap((a) => other.members.map((b) => compare(a, b)))
  const right = scores.filter(({ same }) => same).length
  return right * 2 > scores.length && scores.every(({ score }) => score >= PLAINLY_DIFFERENT)
}
