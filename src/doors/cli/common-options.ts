import { openSkillet, type Skillet } from "../../app/open-skillet.ts"
import { hostIds } from "../../hosts/profiles.ts"
import type { Io } from "./io.ts"

/** What every command takes. */
export const commonOptions = {
  host: {
    kind: "choice",
    values: ["auto", ...hostIds] as const,
    about: "whose rules hold (default: the agent that started us, else open)",
  },
  json: { kind: "flag", about: "print the result as JSON" },
  cwd: { kind: "text", value: "DIR", about: "work in this folder", completes: "folder" },
  help: { kind: "flag", about: "show this help" },
} as const

export type CommonOptions = typeof commonOptions

/** What every command that looks at the catalog takes. */
export const catalogOptions = {
  "add-dir": {
    kind: "list",
    value: "DIR",
    about: "also look in this folder's .claude and .agents",
    completes: "folder",
  },
  "skills-dir": {
    kind: "list",
    value: "DIR",
    about: "also take this folder as a folder of skills",
    completes: "folder",
  },
  "plugin-dir": { kind: "list", value: "DIR", about: "also load the plugin in this folder", completes: "folder" },
  touched: { kind: "list", value: "FILE", about: "act as if this file had been touched", completes: "file" },
  versions: {
    kind: "choice",
    values: ["semver", "mtime"] as const,
    about: "which version of a plugin counts (default semver)",
  },
  "no-cache": { kind: "flag", about: "read every file again" },
} as const

type CommonGiven = {
  readonly host?: string
  readonly cwd?: string
  readonly "add-dir"?: readonly string[]
  readonly "skills-dir"?: readonly string[]
  readonly "plugin-dir"?: readonly string[]
  readonly touched?: readonly string[]
  readonly versions?: "semver" | "mtime"
  readonly "no-cache"?: boolean
}

/** The session that the options of a command ask for. */
export function openFor(options: object, io: Io): Skillet {
  const given = options as CommonGiven
  return openSkillet({
    cwd: given.cwd ?? io.cwd,
    env: io.env,
    host: (given.host ?? io.env["SKILLET_HOST"] ?? "auto") as NonNullable<Parameters<typeof openSkillet>[0]>["host"] &
      string,
    addDirs: given["add-dir"] ?? [],
    skillsDirs: given["skills-dir"] ?? [],
    pluginDirs: given["plugin-dir"] ?? [],
    touched: given.touched ?? [],
    cache: given["no-cache"] !== true,
    ...(given.versions === undefined ? {} : { pluginVersions: given.versions }),
  })
}
