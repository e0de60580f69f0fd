import { compareByPlace } from "../../../finding/finding.ts"
import type { ReviewFinding } from "../review-finding.ts"

export interface Cluster {
  /** In the order in which they were given. */
  readonly members: readonly ReviewFinding[]
  readonly because: string
}

/**
 * Findings whose lines overlap, directly or through others, whatever they are about. Of our own at most one is in a
 * cluster, so that claims of agents never merge two of them.
 */
export function clusterByLines(findings: readonly ReviewFinding[]): readonly Cluster[] {
  const order = new Map(findings.map((finding, at) => [finding, at]))
  const inOrder = (a: ReviewFinding, b: ReviewFinding) => (order.get(a) ?? 0) - (order.get(b) ?? 0)
  return splitAtGaps(findings)
    .flatMap(separateOwn)
    .map((members) => members.toSorted(inOrder))
    .sort(([a], [b]) => (a === undefined || b === undefined ? 0 : inOrder(a, b)))
    .map((members) => ({ members, because: members.length < 2 ? "" : "their lines overlap" }))
}

function splitAtGaps(findings: readonly ReviewFinding[]): readonly (readonly ReviewFinding[])[] {
  const clusters: ReviewFinding[][] = []
  let end = 0
  for (const finding of findings.toSorted(compareByPlace)) {
    const open = clusters.at(-1)
    if (open === undefined || open[0]?.file !== finding.file || finding.line > end) {
      clusters.push([finding])
      end = finding.endLine
    } else {
      open.push(finding)
      end = Math.max(end, finding.endLine)
    }
  }
  return clusters
}

/** The first of our own stays with the claims; the others are on their own. */
function separateOwn(cluster: readonly ReviewFinding[]): readonly (readonly ReviewFinding[])[] {
  const [, ...others] = cluster.filter(({ isOwn }) => isOwn === true)
  if (others.length === 0) return [cluster]
  const apart = new Set(others)
  return [cluster.filter((finding) => !apart.has(finding)), ...others.map((finding) => [finding])]
}
