import { hostIds } from "../../hosts/profiles.ts"

/** What every command takes. */
export const commonOptions = {
  host: {
    kind: "choice",
    values: ["auto", ...hostIds] as const,
    about: "whose rules apply (default: the agent that started Skillet, else open)",
  },
  json: { kind: "flag", about: "print the result as JSON" },
  cwd: { kind: "text", value: "DIR", about: "work in this directory", completes: "folder" },
  database: { kind: "text", value: "WHERE", about: "a file or postgres:// address, instead of SKILLET_DB" },
  help: { kind: "flag", about: "show this help" },
} as const

export type CommonOptions = typeof commonOptions

/** What every command that looks at the catalog takes. */
export const catalogOptions = {
  "add-dir": {
    kind: "list",
    value: "DIR",
    about: "also look in this directory's .claude and .agents",
    completes: "folder",
  },
  "skills-dir": {
    kind: "list",
    value: "DIR",
    about: "also use this directory as a skill directory",
    completes: "folder",
  },
  "plugin-dir": { kind: "list", value: "DIR", about: "also load the plugin in this directory", completes: "folder" },
  touched: { kind: "list", value: "FILE", about: "act as if this file had been read or written", completes: "file" },
  versions: {
    kind: "choice",
    values: ["semver", "mtime"] as const,
    about: "how to choose between versions of a plugin (default semver)",
  },
  "no-cache": { kind: "flag", about: "read every file again" },
} as const
