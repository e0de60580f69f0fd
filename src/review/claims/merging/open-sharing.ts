import { memoise } from "../../../text/memoise.ts"
import type { ReviewFinding } from "../review-finding.ts"

type Placed = Pick<ReviewFinding, "file" | "line" | "endLine">

/**
 * For each finding, by its position in the list, the first `most` others that share a line with it, in order. The time
 * for each is the same, however many there are.
 */
export function openSharing(findings: readonly Placed[], most: number): (at: number) => readonly number[] {
  const byLine = new Map<string, number[]>()
  for (const [at, finding] of findings.entries()) {
    for (const key of listLineKeys(finding)) {
      const there = byLine.get(key)
      if (there === undefined) byLine.set(key, [at])
      else if (there.length <= most) there.push(at)
    }
  }
  return memoise((at) => {
    const finding = findings[at]
    if (finding === undefined) return []
    const others = new Set(listLineKeys(finding).flatMap((key) => byLine.get(key) ?? []))
    others.delete(at)
    return [...others].sort((a, b) => a - b).slice(0, most)
  })
}

function listLineKeys({ file, line, endLine }: Placed): readonly string[] {
  const last = Math.max(line, Math.min(endLine, line + MOST_LINES))
  return Array.from({ length: last - line + 1 }, (_, more) => `${line + more} ${file}`)
}

/** A finding about more lines than this counts for its first ones only. */
const MOST_LINES = 2000
