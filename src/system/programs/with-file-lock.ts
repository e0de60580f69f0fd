import { randomBytes } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import type { SkilletError } from "../../problem/failure.ts"
import { isProcessThere, readProcessStart } from "./read-process-start.ts"
import { makeDirectory } from "../files/make-directory.ts"
import { readPlainFile } from "../files/read-plain-file.ts"

/** One writer of a file at a time; a lock whose owner is gone is taken over. Throws `busy` after five seconds. */
export function withFileLock<T>(file: string, busy: (file: string) => SkilletError, act: () => T): T {
  makeDirectory(path.dirname(file), 0o700)
  const lock = `${file}.lock`
  const until = Date.now() + 5000
  while (!takeLock(lock)) {
    if (Date.now() > until) throw busy(file)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  }
  try {
    return act()
  } finally {
    fs.rmSync(lock, { force: true })
  }
}

/** The owner of a lock: a process by number, start time and machine, so that a reused number is not mistaken for it. */
function ownerText(pid: number): string {
  return `${pid} ${describeStart(pid)} ${os.hostname()}`
}

function takeLock(lock: string): boolean {
  try {
    fs.writeFileSync(lock, ownerText(process.pid), { flag: "wx", mode: 0o600 })
    return true
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "EEXIST") throw error
    const owner = readOwner(lock)
    if (owner !== undefined && isGone(lock, owner)) breakLock(lock, owner)
    return false
  }
}

/**
 * Of two processes that find the same dead owner, only one may break the lock, and never a lock that was taken in the
 * meantime.
 */
function breakLock(lock: string, owner: string): void {
  const aside = `${lock}.${process.pid}-${randomBytes(4).toString("hex")}`
  try {
    fs.renameSync(lock, aside)
    if (readOwner(aside) !== owner && !fs.existsSync(lock)) fs.renameSync(aside, lock)
    else fs.rmSync(aside, { force: true })
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "ENOENT") throw error
  }
}

/** An owner on another machine is left alone; an owner that never wrote its name gets two seconds. */
function isGone(lock: string, owner: string): boolean {
  const [pid, start, host] = owner.split(" ")
  if (owner === "") return Date.now() - (fs.lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 2000
  if (host !== undefined && host !== os.hostname()) return false
  return describeStart(Number(pid)) !== start
}

/** When a process began; "-" if the system does not say; "" if it is gone. */
function describeStart(pid: number): string {
  return isProcessThere(pid) ? (readProcessStart(pid) ?? "-") : ""
}

function readOwner(lock: string): string | undefined {
  try {
    return readPlainFile(lock, 4096).toString("utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}
