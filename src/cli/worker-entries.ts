import type { CommandEntry } from "./parsing/command.ts"

/** The commands for databases that several machines share. */
export const workerEntries: readonly CommandEntry[] = [
  {
    name: "worker",
    about: "work on runs in a shared database, with the agents of this machine",
    load: async () => (await import("./commands/worker/worker.ts")).worker,
  },
  {
    name: "run queue",
    about: "show how many messages wait for workers",
    load: async () => (await import("./commands/worker/queue.ts")).runQueue,
  },
  {
    name: "run dead",
    about: "list the messages that no worker could handle, or send them again",
    load: async () => (await import("./commands/worker/queue.ts")).runDead,
  },
]
