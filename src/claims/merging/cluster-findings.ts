import type { ReviewFinding } from "../review-finding.ts"
import { readFinding } from "./read-finding.ts"
import { compareFindings, type Sameness } from "./same-finding.ts"

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
