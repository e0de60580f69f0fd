import { randomBytes } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { readErrorCode, SkilletError } from "../../problem/failure.ts"
import { readFailpoint } from "../../system/database/failpoint.ts"
import { makeDirectory } from "../../system/files/make-directory.ts"
import { findLinkBelow, makeFoldersBelow } from "../../system/files/make-folders-below.ts"
import { replaceFile } from "../../system/files/replace-file.ts"
import { withFileLock } from "../../system/programs/with-file-lock.ts"
import { sha256 } from "../../text/sha256.ts"
import type { LockFile } from "../lock/lock-file.ts"
import type { NewContent } from "../new-content.ts"
import { type InstallScope, type LoadedLock, loadLock, renderLockLike } from "./install-scope.ts"
import type { Journal } from "../lock/read-journal.ts"
import { finishJournal, JOURNAL, loadJournal } from "./journal.ts"

/** A change of the lock together with everything on the disk that follows from it. */
export interface LockedChange {
  /** By path from the directory of the lock. */
  readonly places: ReadonlyMap<string, NewContent>
  /** Undefined if the lock stays as it is. */
  readonly lock?: LockFile | undefined
}

/**
 * Decides under the lock of this scope, with the lock file as it is then, and carries the change out.
 *
 * 1. Everything new is first written next to the project's files, where no agent looks. Until then nothing has changed.
 * 2. The journal is the moment of decision. Killed before it, nothing has happened; killed after it, the next command
 *    completes the change from the journal before it does anything else.
 * 3. Each place changes by renaming. The lock file comes last.
 * 4. One process at a time.
 */
export function changeInstalled<T>(
  scope: InstallScope,
  decide: (before: LoadedLock) => { readonly change?: LockedChange | undefined; readonly result: T },
): T {
  requireOwnFolder(scope)
  return withFileLock(path.join(scope.work, "changes"), makeBusyError, () => {
    finishInterrupted(scope)
    const before = loadLock(scope)
    const { change, result } = decide(before)
    if (change !== undefined) carryOut(scope, before, change)
    return result
  })
}

/** A repository may come with a link in the place of the directory in which changes are prepared. */
function requireOwnFolder({ lockFile, work }: InstallScope): void {
  const base = path.dirname(lockFile)
  const wrong = findLinkBelow(base, path.relative(base, work).split(path.sep))
  if (wrong === undefined) return
  throw new SkilletError("install.blocked", `${wrong.at} ${wrong.why}, so no change is prepared in it`, {
    retry: "no",
    next: "move it elsewhere, and try again",
  })
}

/** Completes or undoes a change that was interrupted. The lock of the scope must be held. */
function finishInterrupted(scope: InstallScope): void {
  const journal = loadJournal(scope)
  if (journal !== undefined) finishJournal(scope, journal, (act) => act())
  for (const name of fs.readdirSync(scope.work))
    if (name.startsWith(STAGE)) fs.rmSync(path.join(scope.work, name), { recursive: true, force: true })
}

const STAGE = "change-"

function carryOut(scope: InstallScope, before: LoadedLock, { places, lock }: LockedChange): void {
  const fail = readFailpoint(scope.env["SKILLET_FAILPOINT"])
  const step = (act: () => void) => {
    fail?.("before", "install")
    act()
    fail?.("after", "install")
  }
  const folder = `${STAGE}${randomBytes(6).toString("hex")}`
  const stage = path.join(scope.work, folder)
  for (const place of places.keys()) requireNoLink(scope.root, place)
  step(() => makeDirectory(stage))
  const moves = [...places].map(([place, content], nth) => {
    if (content.kind !== "nothing")
      step(() => writeStaged(path.join(stage, `new-${nth}`), content, path.join(scope.root, place)))
    return { place, isNew: content.kind !== "nothing", nth }
  })
  const after = lock === undefined ? undefined : renderLockLike(lock, before.text)
  const journal: Journal = {
    version: 1,
    folder,
    moves,
    lockBefore: before.text === undefined ? "" : sha256(before.text),
    ...(after === undefined ? {} : { lockAfter: after }),
  }
  step(() => replaceFile(path.join(scope.work, JOURNAL), JSON.stringify(journal), { mode: 0o644, isDurable: true }))
  finishJournal(scope, journal, step)
}

/** A link above a place could lead out of the project. */
export function requireNoLink(root: string, place: string): void {
  const wrong = findLinkBelow(root, place.split("/").slice(0, -1))
  if (wrong === undefined) return
  throw new SkilletError("install.blocked", `${wrong.at} ${wrong.why}, so nothing is installed through it`, {
    retry: "no",
    next: "replace it with a directory, or name other hosts with --host",
  })
}

function writeStaged(at: string, content: Exclude<NewContent, { readonly kind: "nothing" }>, current: string): void {
  if (content.kind === "link") return makeLink(content.to, at)
  if (content.kind === "file") return fs.writeFileSync(at, content.text)
  fs.mkdirSync(at)
  for (const [name, { bytes, mode }] of content.files) {
    makeFoldersBelow(at, name.split("/").slice(0, -1))
    const file = path.join(at, name)
    fs.writeFileSync(file, bytes, { flag: "wx" })
    fs.chmodSync(file, Number.parseInt(mode, 8))
  }
  for (const name of content.kept) copyKept(path.join(current, name), at, name)
}

function makeLink(to: string, at: string): void {
  try {
    fs.symlinkSync(to, at)
  } catch (error) {
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(readErrorCode(error) ?? "")) throw error
    throw new SkilletError("install.no-links", `links cannot be made here (${readErrorCode(error)})`, {
      retry: "no",
      next: "run skillet add with the same source and --copy, which makes copies instead",
      cause: error,
    })
  }
}

/** A file or link that is not the skill's own goes along unchanged. */
function copyKept(from: string, at: string, name: string): void {
  const stat = fs.lstatSync(from)
  const blocked = makeFoldersBelow(at, name.split("/").slice(0, -1))
  const to = path.join(at, name)
  if (blocked === undefined && !fs.existsSync(to)) {
    if (stat.isSymbolicLink()) return fs.symlinkSync(fs.readlinkSync(from), to)
    if (stat.isFile()) return fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL)
  }
  throw new SkilletError(
    "install.blocked",
    `${from} is not part of the skill and cannot be kept beside its new files`,
    {
      retry: "no",
      next: "move it elsewhere, and try again",
    },
  )
}

function makeBusyError(file: string): SkilletError {
  return new SkilletError("install.busy", `another process is changing the installed skills: it holds ${file}.lock`, {
    retry: "later",
    next: "try again in a moment; if it was on another machine and is gone, remove that file",
  })
}
