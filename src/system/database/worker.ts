import fs from "node:fs"
import os from "node:os"
import { isProcessThere, readProcessStart } from "../programs/read-process-start.ts"

/** A name for a worker of this process, from which others can tell that the process is gone. */
export function makeWorkerName(label: string): string {
  return `${label}@${os.hostname()}/${processNumbers()}/${process.pid}/${readProcessStart(process.pid) ?? "-"}`
}

/**
 * Whether a worker's process is known to have ended. A stopped process has not; nothing is known about one on another
 * machine.
 */
export function isGone(worker: string): boolean {
  const [, host, numbers, pid, start] = /@([^/@]+)\/(\d+|-)\/(\d+)\/(\d+|-)$/.exec(worker) ?? []
  if (pid === undefined || host !== os.hostname() || numbers !== processNumbers()) return false
  if (!isProcessThere(Number(pid))) return true
  const now = readProcessStart(Number(pid))
  return start !== "-" && now !== undefined && now !== start
}

/** The process of a worker on this machine; undefined if it ended or is elsewhere. */
export function findWorkerPid(worker: string): number | undefined {
  const [, host, numbers, pid] = /@([^/@]+)\/(\d+|-)\/(\d+)\/(?:\d+|-)$/.exec(worker) ?? []
  if (pid === undefined || host !== os.hostname() || numbers !== processNumbers() || isGone(worker)) return undefined
  return Number(pid)
}

/** Containers number their own processes: the same number means another process there. */
function processNumbers(): string {
  const file = "/proc/self/ns/pid"
  if (!fs.existsSync("/proc/self/ns")) return "-"
  return /\d+/.exec(fs.readlinkSync(file))?.[0] ?? "-"
}
