import type { CommandEntry } from "../parsing/command.ts"

/** The commands for databases that several machines share. */
export const workerEntries: readonly CommandEntry[] = [
  {
    name: "worker",
    about: "work on runs in a shared database, with the agents of this machine",
    load: async () => (await import("../commands/worker/worker.ts")).worker,
  },
  {
    name: "run queue",
    about: "show how many messages wait for workers",
    load: async () => (await import("../commands/worker/queue.ts")).runQueue,
  },
  {
    name: "run dead",
    about: "list the messages that no worker could handle, or send them again",
    load: async () => (await import("../commands/worker/queue.ts")).runDead,
  },
  {
    name: "db check",
    about: "check the database: its version, its runs, and the server",
    load: async () => (await import("../commands/state/database.ts")).databaseCheck,
  },
  {
    name: "db migrate",
    about: "create the tables of the database, or bring them up to date",
    load: async () => (await import("../commands/state/database.ts")).databaseMigrate,
  },
  {
    name: "db move",
    about: "copy everything to another database, and verify it there",
    load: async () => (await import("../commands/state/database.ts")).databaseMove,
  },
]
