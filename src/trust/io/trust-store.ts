import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import type { Problem } from "../../problem/problem.ts"
import { replaceFile } from "../../system/files/replace-file.ts"
import type { Approval } from "./approval.ts"
import { openApprovedCopies } from "./approved-copies.ts"
import { type ReadApprovals, readApprovals } from "./read-approvals.ts"
import { makeDirectory } from "../../system/files/make-directory.ts"
import { withFileLock } from "../../system/programs/with-file-lock.ts"

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
      withFileLock(file, makeBusyError, () => {
        const stored = loadForWriting(file)
        const all = [...stored.approvals.filter((other) => other.path !== approval.path), approval]
        save(file, stored, all)
        copies.keep(approval)
        copies.prune(all)
      })
    },
    remove(realPath) {
      return withFileLock(file, makeBusyError, () => {
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

function makeBusyError(file: string): SkilletError {
  return new SkilletError("trust.busy", `${file} is being written by another process`, {
    retry: "later",
    next: "try again in a moment",
  })
}

function broken(file: string, why: string): SkilletError {
  return new SkilletError("trust.unreadable", `${file} cannot be used: ${why}`, {
    retry: "no",
    next: `correct ${file}; nothing is trusted until then`,
  })
}
