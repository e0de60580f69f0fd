import type { CommandEntry } from "../parsing/command.ts"

/** The commands about skills from others. */
export const installEntries: readonly CommandEntry[] = [
  {
    name: "add",
    about: "install skills from a repository, a directory, an archive or a package",
    load: async () => (await import("../commands/install/add.ts")).add,
  },
  {
    name: "ci",
    about: "install exactly what skillet.lock says, or stop at the first difference",
    load: async () => (await import("../commands/install/restore.ts")).ci,
  },
  {
    name: "verify",
    about: "compare every installed file with skillet.lock, offline",
    load: async () => (await import("../commands/install/verify.ts")).verify,
  },
  {
    name: "outdated",
    about: "ask the sources of installed skills for newer versions",
    load: async () => (await import("../commands/install/update.ts")).outdated,
  },
  {
    name: "update",
    about: "update installed skills, and show the difference first",
    load: async () => (await import("../commands/install/update.ts")).update,
  },
  {
    name: "sync",
    about: "recreate missing skills, links and copies",
    load: async () => (await import("../commands/install/restore.ts")).sync,
  },
  {
    name: "remove",
    about: "remove installed skills",
    load: async () => (await import("../commands/install/remove.ts")).remove,
  },
  {
    name: "pack",
    about: "write skills as archives, the same bytes on every machine",
    load: async () => (await import("../commands/install/pack.ts")).pack,
  },
  {
    name: "publish",
    about: "write an index of skills that any web server can serve",
    load: async () => (await import("../commands/install/pack.ts")).publish,
  },
  {
    name: "sbom",
    about: "print the installed skills as a bill of materials (CycloneDX)",
    load: async () => (await import("../commands/install/sbom.ts")).sbom,
  },
]
