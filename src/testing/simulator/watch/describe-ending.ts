import type { SeenRun } from "../committed-rows.ts"

/** How a tree of runs ended, as far as that does not depend on timing. */
export type Ending = ReadonlyMap<string, RunEnding>

export interface RunEnding {
  readonly status: string
  /** How it ended and by which path. */
  readonly way: string
}

export function describeEnding(runs: readonly SeenRun[]): Ending {
  return new Map(
    runs.map(({ row, visits }) => {
      const steps = visits.map((visit) => `${visit.row.step}/${visit.row.round} ${visit.row.outcome ?? "-"}`)
      return [row.id, { status: row.status, way: [row.status, row.outcome, row.because, ...steps].join(", ") }]
    }),
  )
}

/**
 * What differs from an undisturbed run. Which items of a fan-out were needed depends on who answered first, so a child
 * that was cancelled in one of them proves nothing; whether it was right to cancel it shows in its parent.
 */
export function listDifferences(
  ending: Ending,
  expected: Ending,
  how: { readonly root: string; readonly mayCancel: boolean },
): readonly string[] {
  const root = ending.get(how.root)
  if (root?.status === "cancelled" && how.mayCancel) return []
  return [...expected].flatMap(([id, wanted]) => {
    const found = ending.get(id)
    const isCancelled = id !== how.root && (found?.status === "cancelled" || wanted.status === "cancelled")
    if (isCancelled || (found === undefined && id !== how.root) || found?.way === wanted.way) return []
    return [`run ${id} went\n  ${found?.way ?? "nowhere"}\nand undisturbed\n  ${wanted.way}`]
  })
}
