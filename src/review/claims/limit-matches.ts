import { compareSeverity } from "../../finding/severity.ts"
import { groupDigits } from "../../text/format-count.ts"
import type { UnreadFile } from "../review-data.ts"
import type { PatternMatch } from "./pattern-match.ts"

/** Nobody reads more of one rule in one file, and comparing them all would take minutes. */
const MOST_OF_A_RULE = 200
const MOST_OF_A_FILE = 600

interface LimitedMatches {
  readonly matches: readonly PatternMatch[]
  /** The files of which matches were left out: they count as not fully checked. */
  readonly unread: readonly UnreadFile[]
}

/** Keeps the first matches of each rule in a file, and the worst of each file. What is left out is named and counted. */
export function limitMatches(matches: readonly PatternMatch[], isChange: boolean): LimitedMatches {
  const counts = countBy(matches, ({ file }) => file)
  const crowded = [...counts].filter(([, count]) => count > MOST_OF_A_RULE).map(([file]) => file)
  const limited = crowded.flatMap((file) => {
    const all = matches.filter((match) => match.file === file)
    const kept = selectMatches(all)
    return kept.length === all.length ? [] : [{ file, kept, count: all.length }]
  })
  const files = new Set(limited.map(({ file }) => file))
  const kept = new Set(limited.flatMap((one) => one.kept))
  return {
    matches: files.size === 0 ? matches : matches.filter((match) => !files.has(match.file) || kept.has(match)),
    unread: limited.map((one) => ({
      path: one.file,
      why: `rules matched ${groupDigits(one.count)} times, of which ${groupDigits(one.kept.length)} are reported`,
      isWanted: true,
      isChanged: isChange,
    })),
  }
}

function selectMatches(all: readonly PatternMatch[]): readonly PatternMatch[] {
  const seen = new Map<string, number>()
  const firsts = all.filter(({ rule }) => {
    const count = (seen.get(rule) ?? 0) + 1
    seen.set(rule, count)
    return count <= MOST_OF_A_RULE
  })
  return firsts.toSorted((a, b) => compareSeverity(a.severity, b.severity)).slice(0, MOST_OF_A_FILE)
}

function countBy<T>(items: readonly T[], name: (item: T) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(name(item), (counts.get(name(item)) ?? 0) + 1)
  return counts
}
