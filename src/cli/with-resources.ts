import fs from "node:fs"
import path from "node:path"
import { openResources, type Resources } from "../skillet/open-resources.ts"
import type { OpenOptions } from "../skillet/options.ts"
import type { Io } from "./output.ts"
import { UsageError } from "./parsing/usage-error.ts"

export interface WhereResources extends Pick<OpenOptions, "onProblem" | "host"> {
  readonly cwd?: string | undefined
}

/** Opens what commands without skills need for `act`, and always closes it. */
export async function withResources(
  io: Io,
  { cwd, host, onProblem }: WhereResources,
  act: (resources: Resources) => Promise<0 | 1>,
): Promise<0 | 1> {
  const { env, program, cwd: reader, onModules } = io
  const resources = openResources({
    env,
    cwd: resolveCwd(io, { cwd }),
    program,
    reader,
    onProblem,
    onModules,
    ...(host && { host }),
  })
  try {
    const exit = await act(resources)
    const lost = resources.takeLossNote()
    if (lost !== undefined) io.err(`skillet: ${lost}`)
    return exit
  } finally {
    await resources.close()
  }
}

export function resolveCwd(io: Io, { cwd }: { readonly cwd?: string | undefined }): string {
  const directory = path.resolve(io.cwd, cwd ?? "")
  if (cwd !== undefined && fs.statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--cwd: ${cwd} is not a directory`, "check the path")
  return directory
}
