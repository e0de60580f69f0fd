import type { Run, RunStart } from "../../model.ts"
import type { RunStore } from "../../store.ts"

type Place = Pick<Run, "project" | "directory">

/** A store in which some trees of runs are somewhere else than where they were started. */
export interface RelocatedRuns<Store extends RunStore> {
  readonly store: Store
  /** From now on, the runs of this tree are in the other place for all that read them here. */
  move(root: string, from: Place): void
  /** A run as it is here. */
  show(run: Run): Run
}

/**
 * Lets a worker do runs of another clone in its own checkout.
 *
 * 1. What is read has the worker's place; what is stored keeps the place of the tree.
 * 2. A tree that was not moved is as it is.
 */
export function relocateRuns<Store extends RunStore>(store: Store, to: Place): RelocatedRuns<Store> {
  const moved = new Map<string, Place>()
  const show = (run: Run): Run => (moved.has(run.root) ? { ...run, ...to } : run)
  const keep = (start: RunStart): RunStart => ({ ...start, ...moved.get(start.root) })
  const own: Pick<RunStore, "load" | "runs" | "commit" | "claim"> = {
    async load(wanted) {
      const found = await store.load(wanted)
      return found && { ...found, run: show(found.run) }
    },
    async claim(wanted) {
      const claimed = await store.claim(wanted)
      if (claimed?.loaded === undefined) return claimed
      return { ...claimed, loaded: { ...claimed.loaded, run: show(claimed.loaded.run) } }
    },
    runs: async (filter) => (await store.runs(filter)).map(show),
    commit: (commit) =>
      store.commit({
        ...commit,
        runs: commit.runs.map((one) => (one.start === undefined ? one : { ...one, start: keep(one.start) })),
      }),
  }
  return {
    store: { ...store, ...own },
    show,
    move: (root, { project, directory }) => void moved.set(root, { project, directory }),
  }
}
