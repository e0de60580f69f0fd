import type { Pruned, Pruning } from "../doctor/io/prune-state.ts"
import type { KeptState } from "../doctor/io/show-state.ts"

/** What is stored on this machine. */
export interface SkilletState {
  show(): Promise<KeptState>
  /** Removes old runs and files that nothing needs. */
  prune(how: Pruning): Promise<Pruned>
}

export function openSkilletState(env: Readonly<Record<string, string | undefined>>): SkilletState {
  return {
    show: async () => (await import("../doctor/io/show-state.ts")).showState({ env }),
    prune: async (how) => (await import("../doctor/io/prune-state.ts")).pruneState({ env }, how),
  }
}
