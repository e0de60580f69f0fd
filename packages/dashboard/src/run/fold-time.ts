/** A time line on which long idle times are short. */
export interface FoldedTime {
  /** Where a moment is, from 0 to 1. */
  place(at: number): number
  /** The idle times that were folded, by where they are. */
  readonly folds: readonly { readonly at: number; readonly milliseconds: number }[]
}

/** How much of the line one idle time gets at most. */
const MOST_SHARE = 0.04
const SHORT = 2000

/**
 * Between two moments at which something happened nothing is to be seen; such a gap gets its length, but not more than a
 * small share of the line.
 */
export function foldTime(moments: readonly number[]): FoldedTime {
  const times = [...new Set(moments)].sort((a, b) => a - b)
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time))
  const cap = findCap(gaps)
  const ends: number[] = [0]
  for (const gap of gaps) ends.push((ends.at(-1) ?? 0) + Math.min(gap, cap))
  const all = Math.max(1, ends.at(-1) ?? 1)
  const place = (at: number): number => {
    const index = findLast(times, at)
    if (index < 0) return 0
    const begin = ends[index] ?? 0
    const gap = gaps[index]
    if (gap === undefined) return 1
    const within = Math.min(gap, cap) * ((at - (times[index] ?? at)) / gap)
    return (begin + within) / all
  }
  const folds = gaps.flatMap((gap, at) =>
    gap > cap ? { at: ((ends[at] ?? 0) + cap / 2) / all, milliseconds: gap } : [],
  )
  return { place, folds }
}

/** Shortening the longest gaps shortens the line, so the share is found in a few rounds. */
function findCap(gaps: readonly number[]): number {
  let cap = Math.max(SHORT, ...gaps.slice(0, 50_000))
  for (let round = 0; round < 30; round++) {
    const all = gaps.reduce((sum, gap) => sum + Math.min(gap, cap), 0)
    const most = Math.max(SHORT, all * MOST_SHARE)
    if (cap <= most) return cap
    cap = Math.max(most, cap * 0.6)
  }
  return cap
}

/** The index of the last time that is not after a moment. */
function findLast(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}
