import fs from "node:fs"
import os from "node:os"

/** What one command may use of the machine, with or without a sandbox. */
export interface ResourceLimits {
  /** Of each process, in KiB: what it can write to, not what it only reserves. */
  readonly memory: number
  /** Of this user altogether; undefined for root, whom the system does not limit. */
  readonly processes: number | undefined
}

const GIB = 1024 * 1024
const MORE_PROCESSES = 1024

/** Three quarters of the machine's memory, at most 8 GiB, and 1,024 processes more than this user has now. */
export function readResourceLimits(): ResourceLimits {
  const machine = Math.floor((os.totalmem() / 1024) * 0.75)
  const running = countOwnThreads()
  return {
    memory: Math.max(GIB, Math.min(8 * GIB, machine)),
    processes: running === undefined ? undefined : running + MORE_PROCESSES,
  }
}

/**
 * A script for bash that sets limits, which a command cannot raise, and then becomes the command. A limit of the user's
 * own that is lower stays as it is.
 */
export const LIMITING_SCRIPT = [
  "ulimit -c 0 2>/dev/null",
  'ulimit -d "$1" 2>/dev/null',
  '[ -z "$2" ] || ulimit -u "$2" 2>/dev/null',
  'exec "$BASH" --noprofile --norc -c -- "$3"',
].join("; ")

export function writeLimitedArguments({ memory, processes }: ResourceLimits, command: string): readonly string[] {
  const words = [String(memory), processes === undefined ? "" : String(processes), command]
  return ["--noprofile", "--norc", "-c", "--", LIMITING_SCRIPT, "limits", ...words]
}

/** Every thread counts as a process. Undefined if the system does not say, or would not enforce a limit. */
function countOwnThreads(): number | undefined {
  const user = process.getuid?.()
  if (user === undefined || user === 0 || !fs.existsSync("/proc/self/task")) return undefined
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .reduce((count, name) => count + countThreads(`/proc/${name}`, user), 0)
}

function countThreads(folder: string, user: number): number {
  try {
    return fs.statSync(folder).uid === user ? fs.readdirSync(`${folder}/task`).length : 0
  } catch (error) {
    // It has ended by now.
    if (error instanceof Error && "code" in error) return 0
    throw error
  }
}
