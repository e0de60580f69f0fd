import type { CommandEntry } from "../parsing/command.ts"

/** The commands about trust, reviews and what Skillet stores. */
export const trustEntries: readonly CommandEntry[] = [
  {
    name: "audit",
    about: "report what skills could do, before they do it",
    load: async () => (await import("../commands/trust/audit.ts")).audit,
  },
  {
    name: "shell check",
    about: "check whether a command may run under given rules",
    load: async () => (await import("../commands/trust/shell-check.ts")).shellCheck,
  },
  {
    name: "trust list",
    about: "list approved skills, and whether they changed since",
    load: async () => (await import("../commands/trust/trust.ts")).trustList,
  },
  {
    name: "trust add",
    about: "approve a skill as it is now",
    load: async () => (await import("../commands/trust/trust.ts")).trustAdd,
  },
  {
    name: "trust remove",
    about: "revoke an approval",
    load: async () => (await import("../commands/trust/trust.ts")).trustRemove,
  },
  {
    name: "review accept",
    about: "record decisions about findings, so that later reviews leave them out",
    load: async () => (await import("../commands/review/accept.ts")).reviewAccept,
  },
  {
    name: "review",
    about: "review code or documents, offline or with many agents",
    load: async () => (await import("../commands/review/review.ts")).review,
  },
  {
    name: "state prune",
    about: "remove old runs and old cache files",
    load: async () => (await import("../commands/state/prune.ts")).statePrune,
  },
  {
    name: "state",
    about: "show what Skillet stores on this machine; state prune removes what is old",
    load: async () => (await import("../commands/state/show.ts")).state,
  },
]
