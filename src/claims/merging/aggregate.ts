import { compareByPlace } from "../../finding/finding.ts"
import { compareConfidence, compareSeverity } from "../../finding/severity.ts"
import type { ReviewFinding } from "../review-finding.ts"
import { type TextOf, fingerprintFindings } from "./identity/identify-finding.ts"
import { agentsOf, joinFindings } from "./join-findings.ts"
import { type Compare, compareAmong } from "./compare-among.ts"
import { NEAR, overlaps } from "./same-finding.ts"

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
  const besides = new Map(byFile(joined).flatMap((group) => group.map((finding) => [finding, group] as const)))
  return { findings: joined.map((finding) => linked(finding, besides.get(finding) ?? [], newIds)), merges }
}

function linked(
  finding: ReviewFinding,
  inFile: readonly ReviewFinding[],
  newIds: ReadonlyMap<string, string>,
): ReviewFinding {
  const beside = inFile.filter((other) => other !== finding && overlaps(finding, other)).map(({ id }) => id)
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
  const compare = compareAmong(findings)
  const groupOf = findings.map((_, at): Group => ({ place: at, members: [at], because: "" }))
  for (const { a, b, because } of pairsOf(findings, compare)) {
    const [one, other] = [groupOf[a], groupOf[b]]
    if (one === undefined || other === undefined || one === other) continue
    if (!holdTogether(one, other, compare)) continue
    const members = [...one.members, ...other.members]
    const joined = { place: one.place, members, because: one.because || other.because || because }
    for (const at of members) groupOf[at] = joined
  }
  return [...new Set(groupOf)]
    .sort((a, b) => a.place - b.place)
    .map(({ members, because }) => ({
      members: members.toSorted((a, b) => a - b).flatMap((at) => findings[at] ?? []),
      because,
    }))
}

/** Below this, two findings never share a group, whatever stands between them. */
const PLAINLY_DIFFERENT = 0.25

interface Group {
  readonly place: number
  readonly members: readonly number[]
  readonly because: string
}

/** Only findings near each other can be the same, so each is compared with those that begin soon after it. */
function pairsOf(findings: readonly ReviewFinding[], compare: Compare) {
  const pairs: { readonly a: number; readonly b: number; readonly score: number; readonly because: string }[] = []
  for (const placed of byFile(findings.map((finding, at) => ({ ...finding, at })))) {
    const sorted = placed.toSorted((x, y) => x.line - y.line)
    for (const [from, one] of sorted.entries()) {
      for (let to = from + 1; to < sorted.length; to++) {
        const other = sorted[to]
        if (other === undefined || other.line - one.endLine > NEAR) break
        const [a, b] = one.at < other.at ? [one.at, other.at] : [other.at, one.at]
        const { same, score, because } = compare(a, b)
        if (same) pairs.push({ a, b, score, because })
      }
    }
  }
  return pairs.sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b)
}

function byFile<Placed extends ReviewFinding>(findings: readonly Placed[]): readonly (readonly Placed[])[] {
  const files = new Map<string, Placed[]>()
  for (const finding of findings) {
    const known = files.get(finding.file)
    if (known === undefined) files.set(finding.file, [finding])
    else known.push(finding)
  }
  return [...files.values()]
}

function holdTogether(one: Group, other: Group, compare: Compare): boolean {
  const scores = one.members.flatMap((a) => other.members.map((b) => compare(a, b)))
  const right = scores.filter(({ same }) => same).length
  return right * 2 > scores.length && scores.every(({ score }) => score >= PLAINLY_DIFFERENT)
}
