import fs from "node:fs"
import path from "node:path"
import { openSkillet } from "../skillet/open-skillet.ts"
import type { Skillet } from "../skillet/skillet.ts"
import type { OpenOptions } from "../skillet/options.ts"
import type { SkilletOptions } from "../catalog/io/session/options.ts"
import type { Problem } from "../problem/problem.ts"
import type { Io } from "./output.ts"
import { renderProblems } from "./terminal/problems.ts"
import { resolveHost } from "./resolve-host.ts"
import { UsageError } from "./parsing/usage-error.ts"
import { resolveCwd } from "./with-resources.ts"

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

/** What the options of a command open. A named directory that does not exist is a typing error, not an empty directory. */
export function toOpenOptions(options: object, io: Io): OpenOptions & { readonly cwd: string } {
  const given = options as CommonGiven
  const cwd = resolveCwd(io, given)
  const resolve = (name: "add-dir" | "skills-dir" | "plugin-dir") =>
    (given[name] ?? []).map((folder) => resolveFolder(cwd, name, folder))
  return {
    cwd,
    env: io.env,
    host: resolveHost(io, given),
    addDirs: resolve("add-dir"),
    skillsDirs: resolve("skills-dir"),
    pluginDirs: resolve("plugin-dir"),
    touched: given.touched ?? [],
    cache: given["no-cache"] !== true,
    pluginVersions: given.versions,
    program: io.program,
    onModules: io.onModules,
  }
}

function resolveFolder(cwd: string, name: string, folder: string): string {
  const at = path.resolve(cwd, folder)
  if (fs.statSync(at, { throwIfNoEntry: false })?.isDirectory() === true) return at
  throw new UsageError(`--${name}: ${folder} is not a directory`, "check the path")
}

/** The session for the options of a command. */
export function openWithOptions(options: object, io: Io, more: Pick<SkilletOptions, "links"> = {}): Skillet {
  const tell = (problem: Problem) => io.err(renderProblems([problem], io, io.cwd).join("\n"))
  return openSkillet({
    ...toOpenOptions(options, io),
    reader: io.cwd,
    onProblem: tell,
    onUnknownLimit: ({ problem }) => tell(problem),
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
