import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { openSearchPath, type Program } from "./find-program.ts"
import { makeDirectory } from "../files/make-directory.ts"
import { startProgram } from "./start-program.ts"

export interface Detached {
  readonly pid: number | undefined
  /** Why it could not be started, or that it ended before this process did. */
  ended(): string | undefined
}

export interface DetachedStart {
  readonly program: readonly [Program, ...(readonly string[])]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The file for its output. */
  readonly log: string
}

/** Starts a program that keeps running when this process ends, as the leader of its own process group. */
export function startDetached({ program: [program, ...args], cwd, env, log }: DetachedStart): Detached {
  makeDirectory(path.dirname(log), 0o700)
  const handle = fs.openSync(log, "a", 0o600)
  let end: string | undefined
  try {
    const search = openSearchPath({ env, projects: [cwd] })
    const child = startProgram(
      { program, args, search, cwd, env },
      { detached: true, stdio: ["ignore", handle, handle] },
    )
    child.once("error", (error) => (end = error.message))
    child.once("exit", (code, signal) => (end = `it ended with ${code ?? signal}`))
    child.unref()
    return { pid: child.pid, ended: () => end }
  } catch (error) {
    if (!(error instanceof SkilletError)) throw error
    return { pid: undefined, ended: () => error.message }
  } finally {
    fs.closeSync(handle)
  }
}
