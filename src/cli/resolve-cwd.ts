import fs from "node:fs"
import path from "node:path"
import type { Io } from "./output.ts"
import { UsageError } from "./parsing/usage-error.ts"

export function resolveCwd(io: Io, { cwd }: { readonly cwd?: string | undefined }): string {
  const directory = path.resolve(io.cwd, cwd ?? "")
  if (cwd !== undefined && fs.statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--cwd: ${cwd} is not a directory`, "check the path")
  return directory
}
