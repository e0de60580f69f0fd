import { hostEntries } from "./entries/host-entries.ts"
import { orchestrateEntries } from "./entries/orchestrate-entries.ts"
import { runEntries } from "./entries/run-entries.ts"
import { installEntries } from "./entries/install-entries.ts"
import { scheduleEntries } from "./entries/schedule-entries.ts"
import { skillEntries } from "./entries/skill-entries.ts"
import { taskEntries } from "./entries/task-entries.ts"
import { trustEntries } from "./entries/trust-entries.ts"
import { workerEntries } from "./entries/worker-entries.ts"
import type { CommandEntry } from "./parsing/command.ts"

/** Every command, in the order the help shows them. */
export const commandEntries: readonly CommandEntry[] = [
  ...skillEntries,
  ...installEntries,
  ...trustEntries,
  ...runEntries,
  ...taskEntries,
  ...scheduleEntries,
  ...workerEntries,
  ...hostEntries,
  ...orchestrateEntries,
  {
    name: "inbox",
    about: "list everything that waits for a person",
    load: async () => (await import("./commands/inbox.ts")).inbox,
  },
  {
    name: "serve",
    about: "show all of this in a browser on this machine: inbox, runs, skills, reviews",
    load: async () => (await import("./commands/serve.ts")).serve,
  },
  {
    name: "schema",
    about: "print the JSON Schema of a skill's frontmatter, for editors",
    load: async () => (await import("./commands/schema.ts")).schema,
  },
  {
    name: "version",
    about: "print Skillet's version (also -v)",
    load: async () => (await import("./commands/version.ts")).versionCommand,
  },
  {
    name: "completion",
    about: "print completion for bash, zsh or fish",
    load: async () => (await import("./commands/completion.ts")).completion,
  },
]
