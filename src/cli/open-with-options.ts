import fs from "node:fs"
import path from "node:path"
import { openSkillet } from "../skillet/open-skillet.ts"
import type { Skillet } from "../skillet/skillet.ts"
import type { SkilletOptions } from "../catalog/io/session/options.ts"
import type { Io } from "./output.ts"
import { renderProblems } from "./terminal/problems.ts"
import { resolveHost } from "./resolve-host.ts"
import { UsageError } from "./parsing/usage-error.ts"

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

/** A named directory that does not exist is a typing error, not an empty directory. */
function checkFolders(name: "cwd" | "add-dir" | "skills-dir" | "plugin-dir", given: CommonGiven, io: Io): void {
  const value = given[name]
  for (const folder of typeof value === "string" ? [value] : (value ?? [])) {
    const at = path.resolve(name === "cwd" ? io.cwd : path.resolve(io.cwd, given.cwd ?? ""), folder)
    if (fs.statSync(at, { throwIfNoEntry: false })?.isDirectory() !== true) {
      throw new UsageError(`--${name}: ${folder} is not a directory`, "check the path")
    }
  }
}

/** The session for the options of a command. */
export function openWithOptions(options: object, io: Io, more: Pick<SkilletOptions, "links"> = {}): Skillet {
  const given = options as CommonGiven
  const host = resolveHost(io, given)
  for (const name of ["cwd", "add-dir", "skills-dir", "plugin-dir"] as const) checkFolders(name, given, io)
  return openSkillet({
    cwd: given.cwd ?? io.cwd,
    env: io.env,
    host,
    addDirs: given["add-dir"] ?? [],
    skillsDirs: given["skills-dir"] ?? [],
    pluginDirs: given["plugin-dir"] ?? [],
    touched: given.touched ?? [],
    cache: given["no-cache"] !== true,
    onUnknownLimit: ({ problem }) => io.err(renderProblems([problem], io, io.cwd).join("\n")),
    onModules: io.onModules,
    onProblem: (problem) => io.err(renderProblems([problem], io, io.cwd).join("\n")),
    program: io.program,
    reader: io.cwd,
    pluginVersions: given.versions,
    ...more,
  })
}

/** Opens Skillet for `act`, and always closes it. */
export async function withSkillet(io: Io, options: object, act: (skillet: Skillet) => Promise<0 | 1>): Promise<0 | 1> {
  const skillet = openWithOptions(options, io)
  try {
    return await act(skillet)
  } finally {
    await skillet.close()
  }
}
