import { spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { makeDirectory } from "../../make-directory.ts"

export interface Detached {
  readonly pid: number | undefined
  /** Why it could not be started, or that it ended before this process did. */
  ended(): string | undefined
}

export interface DetachedStart {
  readonly program: readonly [string, ...(readonly string[])]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The file for its output. */
  readonly log: string
}

/** Starts a program that keeps running when this process ends, as the leader of its own process group. */
export function startDetached({ program: [file, ...args], cwd, env, log }: DetachedStart): Detached {
  makeDirectory(path.dirname(log), 0o700)
  const handle = fs.openSync(log, "a", 0o600)
  let end: string | undefined
  try {
    const child = spawn(file, args, { cwd, env, detached: true, stdio: ["ignore", handle, handle] })
    child.once("error", (error) => (end = error.message))
    child.once("exit", (code, signal) => (end = `it ended with ${code ?? signal}`))
    child.unref()
    return { pid: child.pid, ended: () => end }
  } finally {
    fs.closeSync(handle)
  }
}
