import fs from "node:fs"
import os from "node:os"

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
  if (!isThere(Number(pid))) return true
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

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** In ticks since the machine started; a zombie process has ended. */
function readProcessStart(pid: number): string | undefined {
  const file = `/proc/${pid}/stat`
  if (!fs.existsSync(file)) return undefined
  try {
    const fields = fs
      .readFileSync(file, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
    return fields[0] === "Z" || fields[0] === "X" ? "ended" : fields[19]
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}
