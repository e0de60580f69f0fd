import type { CheckedDatabase, Migration } from "../doctor/io/check-database.ts"
import type { RoleGrant } from "../doctor/io/grant-roles.ts"
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
  /** Creates the tables of the database, or brings them up to date. On a server, roles then get their rights. */
  migrateDatabase(how?: Migration): Promise<CheckedDatabase>
  /** The statements that give these roles their rights, to be run by hand. */
  printRoleGrants(roles: readonly RoleGrant[]): Promise<readonly string[]>
  /** Copies everything to an empty database, and verifies it there. */
  moveDatabase(to: string): Promise<MovedDatabase>
}

export function openSkilletState(env: Readonly<Record<string, string | undefined>>): SkilletState {
  return {
    show: async () => (await import("../doctor/io/show-state.ts")).showState({ env }),
    checkDatabase: async () => (await import("../doctor/io/check-database.ts")).checkDatabase(env),
    migrateDatabase: async (how) => (await import("../doctor/io/check-database.ts")).migrateDatabase(env, how),
    printRoleGrants: async (roles) => (await import("../doctor/io/check-database.ts")).printRoleGrants(env, roles),
    moveDatabase: async (to) =>
      (await import("../doctor/io/move-database.ts")).moveDatabase({ from: locateDatabase(env), to, env }),
    prune: async (how) => (await import("../doctor/io/prune-state.ts")).pruneState({ env }, how),
  }
}
