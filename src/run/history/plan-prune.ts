import type { Run } from "../model.ts"

/** Runs that may be removed, in whole trees, and how many old runs are kept because something needs them. */
export interface PrunePlan {
  readonly remove: readonly string[]
  readonly needed: number
}

type PrunedRun = Pick<Run, "id" | "root" | "status" | "updated" | "source">

/**
 * A tree of runs is removed if all of it ended before a time. A run that a running one may still read is never removed:
 * its own tree, the run whose answers it uses again, and runs that are named elsewhere, such as by open tasks.
 */
export function planPrune(runs: readonly PrunedRun[], before: number, named: (id: string) => boolean): PrunePlan {
  const trees = new Map<string, PrunedRun[]>()
  for (const run of runs) trees.set(run.root, [...(trees.get(run.root) ?? []), run])
  const rootById = new Map(runs.map(({ id, root }) => [id, root]))
  const isOld = (tree: readonly PrunedRun[]) =>
    tree.every(({ status, updated }) => status !== "running" && updated < before)
  const kept = new Set<string>()
  const keep = (root: string): void => {
    if (kept.has(root)) return
    kept.add(root)
    for (const { source } of trees.get(root) ?? []) if (source !== undefined) keep(rootById.get(source) ?? source)
  }
  const old = [...trees].filter(([, tree]) => isOld(tree))
  for (const [root, tree] of trees) {
    if (tree.some(({ id, status }) => status === "running" || named(id))) keep(root)
  }
  const removed = old.filter(([root]) => !kept.has(root))
  return {
    remove: removed.flatMap(([, tree]) => tree.map(({ id }) => id)),
    needed: old.length - removed.length,
  }
}
