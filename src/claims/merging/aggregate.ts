import { compareByPlace } from "../../finding/finding.ts"
import { compareConfidence, compareSeverity } from "../../finding/severity.ts"
import type { ReviewFinding } from "../review-finding.ts"
import { type TextOf, fingerprintFindings } from "./identity/identify-finding.ts"
import { agentsOf, joinFindings } from "./join-findings.ts"
import { type Compare, compareAmong } from "./compare-among.ts"
import { NEAR, overlaps } from "./same-finding.ts"

/** Makes one of findings that are the same, and ranks them, the worst first. */
export function aggregate(findings: readonly ReviewFinding[], textOf: TextOf): Merged {
  const merged = mergeFindings(findings)
  return {
    findings: fingerprintFindings(merged.findings.toSorted(compareByRank), textOf),
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
 * average and no two of them are plainly different: a chain of half-likenesses joins nothing.
 */
export function clusterFindings(
  findings: readonly ReviewFinding[],
  compare: Compare = compareAmong(findings),
): readonly Cluster[] {
  const togetherness = openTogetherness(findings, compare)
  const groupOf = findings.map((_, at): Group => ({ number: at, members: [at], because: "" }))
  let next = findings.length
  for (const { a, b, because } of pairsOf(findings, compare)) {
    const [one, other] = [groupOf[a], groupOf[b]]
    if (one === undefined || other === undefined || one === other) continue
    if (!holdsTogether(togetherness(one, other))) continue
    const members = [...one.members, ...other.members].sort((x, y) => x - y)
    const joined = {
      number: next++,
      members,
      because: one.because || other.because || because,
      of: [one, other] as const,
    }
    for (const at of members) groupOf[at] = joined
  }
  return [...new Set(groupOf)]
    .sort((a, b) => (a.members[0] ?? 0) - (b.members[0] ?? 0))
    .map(({ members, because }) => ({ members: members.flatMap((at) => findings[at] ?? []), because }))
}

/** Below this, two findings never share a group, whatever is between them. */
const PLAINLY_DIFFERENT = 0.25

interface Group {
  readonly number: number
  readonly members: readonly number[]
  readonly because: string
  /** The two groups it was made of; absent for a single finding. */
  readonly of?: readonly [Group, Group]
}

/** How the members of two groups compare, all pairs together. */
interface Togetherness {
  /** Above 0 they are the same rather than not: a sum of log odds. */
  readonly odds: number
  readonly isApart: boolean
}

/** Two findings of ours share a group only if they are the same themselves, whatever agents put between them. */
function openTogetherness(findings: readonly ReviewFinding[], compare: Compare) {
  const known = new Map<number, Togetherness>()
  const most = findings.length * 2 + 1
  const isOurs = (at: number) => findings[at]?.isOwn === true
  return between

  function between(one: Group, other: Group): Togetherness {
    const key = Math.min(one.number, other.number) * most + Math.max(one.number, other.number)
    const found = known.get(key) ?? computed(one, other)
    known.set(key, found)
    return found
  }

  function computed(one: Group, other: Group): Togetherness {
    const [parts, whole] = one.of === undefined ? [other.of, one] : [one.of, other]
    if (parts !== undefined) return added(between(parts[0], whole), between(parts[1], whole))
    const [a = 0] = one.members
    const [b = 0] = other.members
    const { same, score } = compare(a, b)
    return { odds: logOdds(score), isApart: score < PLAINLY_DIFFERENT || (!same && isOurs(a) && isOurs(b)) }
  }
}

function added(a: Togetherness, b: Togetherness): Togetherness {
  return { odds: a.odds + b.odds, isApart: a.isApart || b.isApart }
}

function holdsTogether({ odds, isApart }: Togetherness): boolean {
  return !isApart && odds >= 0
}

/** Nobody is ever quite sure, so one pair cannot outvote many. */
function logOdds(score: number): number {
  return Math.log((score + DOUBT) / (1 - score + DOUBT))
}

const DOUBT = 0.02

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
