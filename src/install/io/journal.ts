import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { findLinkBelow, makeFoldersBelow } from "../../system/files/make-folders-below.ts"
import { replaceFile } from "../../system/files/replace-file.ts"
import { sha256 } from "../../text/sha256.ts"
import type { LockFile } from "../lock/lock-file.ts"
import { type Journal, type Move, readJournal } from "../lock/read-journal.ts"
import { type InstallScope, loadLock } from "./install-scope.ts"

export const JOURNAL = "journal.json"

type Step = (act: () => void) => void

/** The journal of a change that is not complete; undefined if there is none. */
export function loadJournal(scope: InstallScope): Journal | undefined {
  const file = path.join(scope.work, JOURNAL)
  if (!fs.existsSync(file)) return undefined
  const journal = readJournal(fs.readFileSync(file, "utf8"), findLock(scope))
  const isOurs = journal !== undefined && journal.moves.every(({ place }) => !isBehindLink(scope, place))
  if (isOurs) return journal
  throw new SkilletError("install.bad-journal", `${file} is not of a change that Skillet would make here`, {
    retry: "no",
    next: "look at the skills and the lock, then move the file elsewhere; nothing in it was done",
  })
}

/** What is interrupted is completed or undone also if the lock cannot be read now. */
function findLock(scope: InstallScope): LockFile | undefined {
  try {
    return loadLock(scope).lock
  } catch (error) {
    if (error instanceof SkilletError) return undefined
    throw error
  }
}

function isBehindLink({ root }: InstallScope, place: string): boolean {
  return findLinkBelow(root, place.split("/").slice(0, -1)) !== undefined
}

/** Carries out what is left of a change. Every step may be repeated. */
export function finishJournal(scope: InstallScope, journal: Journal, act: Step): void {
  const stage = path.join(scope.work, journal.folder)
  if (isLockForeign(scope, journal)) undoMoves(scope, journal)
  else {
    for (const move of journal.moves) doMove(scope.root, stage, { move, act })
    const { lockAfter } = journal
    if (lockAfter !== undefined && readLockSum(scope) !== sha256(lockAfter))
      act(() => replaceFile(scope.lockFile, lockAfter, { mode: 0o644, isDurable: true }))
  }
  act(() => fs.rmSync(path.join(scope.work, JOURNAL), { force: true }))
  act(() => fs.rmSync(stage, { recursive: true, force: true }))
}

function doMove(root: string, stage: string, { move, act }: { readonly move: Move; readonly act: Step }): void {
  const { target, fresh, old } = locateMove(root, stage, move)
  const isDone = move.isNew ? !exists(fresh) : exists(old) || !exists(target)
  if (isDone) return
  makeFoldersBelow(root, move.place.split("/").slice(0, -1))
  if (exists(target) && !exists(old)) act(() => fs.renameSync(target, old))
  if (move.isNew) act(() => fs.renameSync(fresh, target))
}

/** Somebody changed the lock while the change was interrupted, for example with git: everything goes back. */
function undoMoves(scope: InstallScope, journal: Journal): void {
  const stage = path.join(scope.work, journal.folder)
  for (const move of journal.moves) {
    const { target, fresh, old } = locateMove(scope.root, stage, move)
    const wasMoved = move.isNew && !exists(fresh)
    if (wasMoved && exists(target)) fs.renameSync(target, fresh)
    if (exists(old) && !exists(target)) fs.renameSync(old, target)
  }
}

function locateMove(root: string, stage: string, { place, nth }: Move) {
  return { target: path.join(root, place), fresh: path.join(stage, `new-${nth}`), old: path.join(stage, `old-${nth}`) }
}

function isLockForeign(scope: InstallScope, { lockBefore, lockAfter }: Journal): boolean {
  if (lockAfter === undefined) return false
  const now = readLockSum(scope)
  return now !== lockBefore && now !== sha256(lockAfter)
}

function readLockSum({ lockFile }: InstallScope): string {
  return fs.existsSync(lockFile) ? sha256(fs.readFileSync(lockFile, "utf8")) : ""
}

/** Also a link that leads nowhere is there. */
function exists(at: string): boolean {
  return fs.lstatSync(at, { throwIfNoEntry: false }) !== undefined
}
