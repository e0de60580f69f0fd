import { compareByPlace } from "../../../finding/finding.ts"
import { pickNarrower } from "../../../finding/persona.ts"
import { compareConfidence, compareSeverity } from "../../../finding/severity.ts"
import type { MergeRule } from "../../merge-rule.ts"
import type { ReviewFinding } from "../review-finding.ts"
import { type Cluster, clusterByLines } from "./cluster-by-lines.ts"
import { type Compare, compareAmong } from "./compare-among.ts"
import { fingerprintFindings, type TextLookup } from "./identity/identify-finding.ts"
import { listClaimants, joinFindings } from "./join-findings.ts"
import { findNearPairs } from "./find-near-pairs.ts"
import { openSharing } from "./open-sharing.ts"

/** Merges findings that are the same, or with "overlap" all whose lines overlap, and ranks them, worst first. */
export function aggregateFindings(
  findings: readonly ReviewFinding[],
  textOf: TextLookup,
  merge: MergeRule = "same",
): Merged {
  const merged = mergeFindings(findings, clusterings[merge])
  const shown = merged.findings.map(showLowered)
  return {
    findings: fingerprintFindings(shown.toSorted(compareByRank), textOf),
    merges: merged.merges,
  }
}

const clusterings: Readonly<Record<MergeRule, Clustering>> = { same: clusterSame, overlap: clusterByLines }

/** What was lowered keeps its severity, but only more thorough personas see it in full. */
function showLowered(finding: ReviewFinding): ReviewFinding {
  if (finding.lowered === undefined) return finding
  return { ...finding, persona: pickNarrower(finding.persona ?? "regular", "pedantic") }
}

/** By severity, then proof, then agreement, then confidence, then place. Agreement only ranks; it drops nothing. */
export function compareByRank(a: ReviewFinding, b: ReviewFinding): number {
  return (
    compareSeverity(a.severity, b.severity) ||
    Number(b.proof !== undefined) - Number(a.proof !== undefined) ||
    listClaimants(b).length - listClaimants(a).length ||
    compareConfidence(a.confidence, b.confidence) ||
    compareByPlace(a, b)
  )
}

export interface Merged {
  readonly findings: readonly ReviewFinding[]
  readonly merges: readonly MergedIds[]
}

/** Which findings were merged. */
export interface MergedIds {
  readonly id: string
  /** Every id that was merged into it, including its own. */
  readonly from: readonly string[]
  readonly because: string
}

/** Merges findings that belong together, and links those that only share lines. No text is lost. */
export function mergeFindings(findings: readonly ReviewFinding[], cluster: Clustering = clusterSame): Merged {
  const repeats = groupRepeats(findings)
  const distinct = repeats.map(({ first }) => first)
  const clusters = cluster(distinct)
  const membersOf = new Map(repeats.map(({ first, all }) => [first, all]))
  const groups = clusters.map(({ members, because }) => ({
    members: members.flatMap((one) => membersOf.get(one) ?? [one]),
    because: because === "" ? "word for word" : because,
  }))
  const joined = groups.map(({ members }) => joinFindings(members))
  const merges = groups.flatMap(({ members, because }, at) =>
    members.length < 2 ? [] : [{ id: joined[at]?.id ?? "", from: members.map(({ id }) => id), because }],
  )
  const newIds = new Map(merges.flatMap(({ id, from }) => from.map((old) => [old, id] as const)))
  const beside = openSharing(joined, MOST_RELATED)
  const listIds = (places: readonly number[]) => places.flatMap((at) => joined[at]?.id ?? [])
  return { findings: joined.map((finding, at) => linked(finding, listIds(beside(at)), newIds)), merges }
}

/** If more findings than this are at one place, not all of them are linked. */
const MOST_RELATED = 20

/** Identical claims about the same lines, as one group each: repetitions are compared only once. */
function groupRepeats(findings: readonly ReviewFinding[]): readonly Repeats[] {
  const groups = new Map<string, ReviewFinding[]>()
  for (const [at, finding] of findings.entries()) {
    const { file, line, endLine, title, description, isOwn } = finding
    const key = JSON.stringify(isOwn === true ? [at] : [file, line, endLine, title, description])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [finding])
    else group.push(finding)
  }
  return [...groups.values()].flatMap((all) => (all[0] === undefined ? [] : [{ first: all[0], all }]))
}

interface Repeats {
  readonly first: ReviewFinding
  readonly all: readonly ReviewFinding[]
}

function linked(finding: ReviewFinding, beside: readonly string[], newIds: ReadonlyMap<string, string>): ReviewFinding {
  const before = finding.related.map((id) => newIds.get(id) ?? id)
  return { ...finding, related: [...new Set([...before, ...beside])].filter((id) => id !== finding.id) }
}

type Clustering = (findings: readonly ReviewFinding[]) => readonly Cluster[]

function clusterSame(findings: readonly ReviewFinding[]): readonly Cluster[] {
  return clusterFindings(findings, compareAmong(findings))
}

/**
 * Findings that belong together, surest pairs first. Two groups are merged only if their members are the same on
 * average and no two of them are clearly different: a chain of partial similarities merges nothing.
 */
export function clusterFindings(findings: readonly ReviewFinding[], compare: Compare): readonly Cluster[] {
  const isOurs = (at: number) => findings[at]?.isOwn === true
  const groupOf = findings.map((_, at): Group => ({ members: [at], because: "" }))
  for (const { a, b, because } of samePairs(findings, compare)) {
    const [one, other] = [groupOf[a], groupOf[b]]
    if (one === undefined || other === undefined || one === other) continue
    if (!holdTogether(pickSpeakers(one, isOurs), pickSpeakers(other, isOurs), { compare, isOurs })) continue
    const [large, small] = one.members.length < other.members.length ? [other, one] : [one, other]
    large.because = one.because || other.because || because
    for (const at of small.members) {
      large.members.push(at)
      groupOf[at] = large
    }
  }
  return [...new Set(groupOf)]
    .map(({ members, because }) => ({ members: members.toSorted((x, y) => x - y), because }))
    .sort((x, y) => (x.members[0] ?? 0) - (y.members[0] ?? 0))
    .map(({ members, because }) => ({ members: members.flatMap((at) => findings[at] ?? []), because }))
}

interface Group {
  readonly members: number[]
  because: string
}

/** The pairs that are the same, surest first. */
function samePairs(findings: readonly ReviewFinding[], compare: Compare) {
  return findNearPairs(findings)
    .flatMap(([a, b]) => {
      const { same, score, because } = compare(a, b)
      return same ? [{ a, b, score, because }] : []
    })
    .sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b)
}

/** If a group has more members than this, only its first ones and all of our own are compared. */
const MOST_SPEAKERS = 16
const SPEAKERS = 4

function pickSpeakers({ members }: Group, isOurs: (at: number) => boolean): readonly number[] {
  if (members.length <= MOST_SPEAKERS) return members
  return [...new Set([...members.slice(0, SPEAKERS), ...members.filter(isOurs)])]
}

/** Below this, two findings never share a group, whatever connects them. */
const PLAINLY_DIFFERENT = 0.05

/** Two of our own findings share a group only if they themselves are the same, whatever agents claim in between. */
function holdTogether(
  one: readonly number[],
  other: readonly number[],
  { compare, isOurs }: { readonly compare: Compare; readonly isOurs: (at: number) => boolean },
): boolean {
  let odds = 0
  for (const a of one) {
    for (const b of other) {
      const { same, score } = compare(a, b)
      if (score < PLAINLY_DIFFERENT || (!same && isOurs(a) && isOurs(b))) return false
      odds += logOdds(score)
    }
  }
  return odds >= 0
}

/** Certainty is capped, so that one pair cannot outvote many. */
function logOdds(score: number): number {
  return Math.log((score + DOUBT) / (1 - score + DOUBT))
}

const DOUBT = 0.02
