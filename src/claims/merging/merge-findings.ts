import type { ReviewFinding } from "../review-finding.ts"
import { clusterFindings, type MergeBy } from "./cluster-findings.ts"
import { joinFindings } from "./join-findings.ts"
import { overlaps } from "./same-finding.ts"

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
export function mergeFindings(findings: readonly ReviewFinding[], by: MergeBy = "meaning"): Merged {
  const clusters = clusterFindings(findings, by)
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
