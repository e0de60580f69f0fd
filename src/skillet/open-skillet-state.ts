import type { CheckedDatabase } from "../doctor/io/check-database.ts"
import type { MovedDatabase } from "../doctor/io/move-database.ts"
import { locateDatabase } from "../system/database/locate-database.ts"
import type { Pruned, Pruning } from "../doctor/io/prune-state.ts"
import type { KeptState } from "../doctor/io/show-state.ts"

/** What is stored on this machine, and the database. */
export interface SkilletState {
  show(): Promise<KeptState>
  /** Removes old runs and files that nothing needs. */
  prune(how: Pruning): Promise<Pruned>
  /** What can be said about the database without changing it. */
  checkDatabase(): Promise<CheckedDatabase>
  /** Creates the tables of the database, or brings them up to date. */
  migrateDatabase(): Promise<CheckedDatabase>
  /** Copies everything to an empty database, and verifies it there. */
  moveDatabase(to: string): Promise<MovedDatabase>
}

export function openSkilletState(env: Readonly<Record<string, string | undefined>>): SkilletState {
  return {
    show: async () => (await import("../doctor/io/show-state.ts")).showState({ env }),
    checkDatabase: async () => (await import("../doctor/io/check-database.ts")).checkDatabase(env),
    migrateDatabase: async () => (await import("../doctor/io/check-database.ts")).migrateDatabase(env),
    moveDatabase: async (to) =>
      (await import("../doctor/io/move-database.ts")).moveDatabase({ from: locateDatabase(env), to }),
    prune: async (how) => (await import("../doctor/io/prune-state.ts")).pruneState({ env }, how),
  }
}
