import fs from "node:fs"
import path from "node:path"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { SkilletError } from "../../problem/failure.ts"
import { locateOwnFiles } from "../../system/own-files.ts"
import { LOCK_NAME, lockFolders } from "../../skill/lock-names.ts"
import type { LockFile } from "../lock/lock-file.ts"
import { readLock } from "../lock/read-lock.ts"
import { renderLock } from "../lock/render-lock.ts"
import type { SourceContext } from "./sources/opened-source.ts"

/** Where skills are installed: a project, or the user's home. */
export interface InstallScope {
  /** Paths in the lock are from here. */
  readonly root: string
  readonly lockFile: string
  /** Where changes are prepared: on the same disk, so that they take effect by renaming. */
  readonly work: string
  readonly context: SourceContext
  /** Where the contents of files are kept. */
  readonly contents: string
  readonly env: SourceContext["env"]
}

export function locateScope({ around, options }: Session, isGlobal: boolean): InstallScope {
  const env = options.env ?? process.env
  const root = isGlobal ? around.home : around.root
  const base = path.join(root, isGlobal ? lockFolders.user : lockFolders.project)
  const cache = path.join(locateOwnFiles(env).cache, "install")
  return {
    root,
    env,
    lockFile: path.join(base, LOCK_NAME),
    work: path.join(base, ".skillet", "install"),
    context: { env, root, cwd: around.cwd, home: around.home, cache },
    contents: path.join(cache, "contents"),
  }
}

/** The lock on the disk; `text` is undefined if there is none. */
export interface LoadedLock {
  readonly text: string | undefined
  readonly lock: LockFile
}

/** Throws if the lock cannot be understood: it is never taken for an empty one. */
export function loadLock({ lockFile }: Pick<InstallScope, "lockFile">): LoadedLock {
  if (fs.lstatSync(lockFile, { throwIfNoEntry: false }) === undefined)
    return { text: undefined, lock: { skills: new Map() } }
  const text = readLockText(lockFile)
  const read = readLock(text)
  if ("lock" in read) return { text, lock: read.lock }
  const { problem } = read
  throw new SkilletError("lock.unreadable", `${lockFile}:${problem.line ?? 1}: ${problem.message}`, {
    retry: "no",
    next: problem.fix ?? "restore the file from version control",
    problems: [problem],
  })
}

function readLockText(lockFile: string): string {
  try {
    return fs.readFileSync(lockFile, "utf8")
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    throw new SkilletError("lock.unreadable", `${lockFile} cannot be read (${String(error.code)})`, {
      retry: "no",
      next: "check that it is a file and that you may read it",
      cause: error,
    })
  }
}

/** The text of the new lock. A lock that was checked out with CRLF keeps it, so that only what changed differs. */
export function renderLockLike(lock: LockFile, before: string | undefined): string {
  const text = renderLock(lock)
  return before?.includes("\r\n") === true ? text.replaceAll("\n", "\r\n") : text
}
