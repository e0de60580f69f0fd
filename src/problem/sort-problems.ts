import type { Problem } from "./problem.ts"

/** Worst first; of one level by code, then by place. */
export function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  const rank = { error: 0, warning: 1, note: 2 } as const
  return [...problems].sort(
    (a, b) =>
      rank[a.level] - rank[b.level] ||
      compare(a.code, b.code) ||
      compare(a.path, b.path) ||
      (a.line ?? 0) - (b.line ?? 0),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
