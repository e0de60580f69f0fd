import path from "node:path"
import type { Io } from "../output.ts"

/** A path as a person would write it: from here, or from home. */
export function shortenPath(file: string, io: Pick<Io, "env">, cwd: string): string {
  if (!path.isAbsolute(file)) return file
  const near = path.relative(cwd, file)
  if (near !== "" && !near.startsWith("..")) return near
  const home = io.env["HOME"]
  if (home !== undefined && home !== "/" && file.startsWith(`${home}/`)) return `~${file.slice(home.length)}`
  return file
}
