import fs from "node:fs"
import path from "node:path"
import { describeError, SkilletError } from "../../problem/failure.ts"
import { compareBytes } from "../../text/compare-bytes.ts"
import type { Difference } from "../compare-installed.ts"
import { LOCK_NAME, lockFolders } from "../../skill/lock-names.ts"

/** How the disk differs from one lock, or why that is not known. */
export interface ChangedFiles {
  readonly lockFile: string
  /** It is the user's lock for all projects. */
  readonly isUser: boolean
  readonly differences: readonly Difference[]
  readonly wrong?: string | undefined
}

/**
 * What differs from the locks of a project and of a user, for those who only have their directories. Without a lock it
 * costs nothing. Skills without a row are not looked for.
 */
export async function findChangedFiles(project: string, home: string): Promise<readonly ChangedFiles[]> {
  const scopes = [
    { root: project, lockFile: path.join(project, lockFolders.project, LOCK_NAME), isUser: false },
    { root: home, lockFile: path.join(home, lockFolders.user, LOCK_NAME), isUser: true },
  ].filter(({ lockFile }) => fs.lstatSync(lockFile, { throwIfNoEntry: false }) !== undefined)
  const compared = await Promise.all(scopes.map(compareWithLock))
  return compared.filter(({ differences, wrong }) => differences.length > 0 || wrong !== undefined)
}

interface LockPlace extends Pick<ChangedFiles, "lockFile" | "isUser"> {
  readonly root: string
}

async function compareWithLock(scope: LockPlace): Promise<ChangedFiles> {
  const { root, ...about } = scope
  const { compareInstalled } = await import("../compare-installed.ts")
  const { findPlace } = await import("./find-places.ts")
  const { loadLock } = await import("./install-scope.ts")
  try {
    const rows = [...loadLock(scope).lock.skills].sort(([a], [b]) => compareBytes(a, b))
    const find = (place: { readonly path: string }) => findPlace(root, place.path)
    return { ...about, differences: rows.flatMap(([name, row]) => compareInstalled(name, row, find)) }
  } catch (error) {
    if (!(error instanceof SkilletError) && !(error instanceof Error && "code" in error)) throw error
    return { ...about, differences: [], wrong: describeError(error) }
  }
}
