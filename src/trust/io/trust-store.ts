import { randomBytes } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import type { Problem } from "../../problem/problem.ts"
import { replaceFile } from "../../system/files/replace-file.ts"
import type { Approval } from "./approval.ts"
import { openApprovedCopies } from "./approved-copies.ts"
import { type ReadApprovals, readApprovals } from "./read-approvals.ts"
import { makeDirectory } from "../../system/files/make-directory.ts"
import { isProcessThere, readProcessStart } from "../../system/programs/read-process-start.ts"

export type { Approval, ApprovedGrants } from "./approval.ts"

export interface TrustStore {
  all(): readonly Approval[]
  find(realPath: string): Approval | undefined
  /** The entries that cannot be understood. Until they are corrected, it is unknown what was approved. */
  problems(): readonly Problem[]
  /** Stores an approval and copies of the approved texts, so that a later change can be shown. */
  approve(approval: Approval, text: string): void
  /** Whether there was an approval to revoke. */
  remove(realPath: string): boolean
  /** The text of SKILL.md as it was approved. */
  approvedText(approval: Approval): string | undefined
  /** The text of an approved file by its digest, only to show it; undefined if no copy was kept. */
  approvedCopy(digest: string): string | undefined
}

interface Stored {
  readonly edition: 1
  readonly approvals: readonly unknown[]
}

/** Approvals are stored in the user's data directory, never in a workspace; only the user can access the file. */
export function openTrustStore(folder: string): TrustStore {
  const file = path.join(folder, "trust.json")
  const texts = path.join(folder, "approved")
  const copies = openApprovedCopies(path.join(texts, "files"))
  const textFile = (approval: Approval) => path.join(texts, `${approval.digest.replace(/\W/g, "-")}.md`)
  return {
    all: () => readApprovals(file).approvals,
    find: (realPath) => readApprovals(file).approvals.find((approval) => approval.path === realPath),
    problems: () => readApprovals(file).problems,
    approve(approval, text) {
      makeDirectory(texts, 0o700)
      keepFile(textFile(approval), text)
      locked(file, () => {
        const stored = loadForWriting(file)
        const all = [...stored.approvals.filter((other) => other.path !== approval.path), approval]
        save(file, stored, all)
        copies.keep(approval)
        copies.prune(all)
      })
    },
    remove(realPath) {
      return locked(file, () => {
        const stored = loadForWriting(file)
        const left = stored.approvals.filter((approval) => approval.path !== realPath)
        if (left.length < stored.approvals.length) {
          save(file, stored, left)
          copies.prune(left)
        }
        return left.length < stored.approvals.length
      })
    },
    approvedCopy: (digest) => copies.read(digest),
    approvedText(approval) {
      return fs.existsSync(textFile(approval)) ? fs.readFileSync(textFile(approval), "utf8") : undefined
    },
  }
}

/** A store that cannot be read is not written either: its content would be lost. */
function loadForWriting(file: string): ReadApprovals {
  const stored = readApprovals(file)
  if (stored.broken !== undefined) throw broken(file, stored.broken)
  return stored
}

function save(file: string, { others }: ReadApprovals, approvals: readonly Approval[]): void {
  const sorted = [...approvals].sort((a, b) => (a.path < b.path ? -1 : 1))
  const stored: Stored = { edition: 1, approvals: [...sorted, ...others] }
  keepFile(file, `${JSON.stringify(stored, null, 1)}\n`)
}

function keepFile(file: string, text: string): void {
  replaceFile(file, text, { mode: 0o600, isDurable: true })
}

/** One writer at a time; a lock whose owner is gone is taken over. */
function locked<T>(file: string, act: () => T): T {
  makeDirectory(path.dirname(file), 0o700)
  const lock = `${file}.lock`
  const until = Date.now() + 5000
  while (!takeLock(lock)) {
    if (Date.now() > until) {
      throw new SkilletError("trust.busy", `${file} is being written by another process`, {
        retry: "later",
        next: "try again in a moment",
      })
    }
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
    return fs.readFileSync(lock, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}

function broken(file: string, why: string): SkilletError {
  return new SkilletError("trust.unreadable", `${file} cannot be used: ${why}`, {
    retry: "no",
    next: `correct ${file}; nothing is trusted until then`,
  })
}
