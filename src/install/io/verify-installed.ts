import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { compareInstalled, compareOverlay, type Difference } from "../compare-installed.ts"
import { type InstallScope, loadLock } from "./install-scope.ts"
import { findPlace, findSkillFolders, readPlace } from "./find-places.ts"
import type { Installer } from "./installer.ts"
import { JOURNAL } from "./journal.ts"
import type { OtherLock } from "../lock/other-locks.ts"
import { verifyOtherLocks } from "./verify-other-locks.ts"

/** What was compared and what differs. Nothing is written, and no network is used. */
export interface InstallVerification {
  /** The lock; undefined if there is none of ours. */
  readonly lock?: string | undefined
  /** How many skills and files the lock has. */
  readonly skills: number
  readonly files: number
  readonly differences: readonly Difference[]
  /** Lock files of other tools, and whether their checksums hold. */
  readonly others: readonly OtherLock[]
}

/** Compares every file of every locked skill with the disk, and looks for skills that no row claims. */
export function verifyInstalled({ scope, session }: Installer): InstallVerification {
  const { text, lock } = loadLock(scope)
  const others = verifyOtherLocks(scope, session.around.home)
  if (text === undefined && others.length === 0)
    throw new SkilletError("lock.missing", `there is no ${scope.lockFile}`, {
      retry: "no",
      next: "install a skill with skillet add SOURCE",
    })
  const rows = [...lock.skills]
  const differences = rows.flatMap(([name, row]) => [
    ...compareInstalled(name, row, ({ path: at }) => findPlace(scope.root, at)),
    ...compareOverlay(name, row, (at) => readPlace(scope.root, at)),
  ])
  const claimed = new Set([
    ...rows.flatMap(([, row]) => row.installedTo.map((place) => place.path)),
    ...others.flatMap(({ skills }) => skills.map((skill) => skill.path)),
  ])
  return {
    lock: text === undefined ? undefined : scope.lockFile,
    skills: rows.length,
    files: rows.reduce((sum, [, row]) => sum + row.files.size, 0),
    differences: [...findInterrupted(scope), ...differences, ...findUnclaimed(scope.root, claimed)],
    others,
  }
}

function findInterrupted({ work, root }: InstallScope): readonly Difference[] {
  const file = path.join(work, JOURNAL)
  return fs.existsSync(file) ? [{ kind: "interrupted", name: "", path: path.relative(root, file) }] : []
}

/** A link to a directory that is claimed is claimed with it. */
function findUnclaimed(root: string, claimed: ReadonlySet<string>): readonly Difference[] {
  const others = findSkillFolders(root).filter((place) => !claimed.has(place))
  if (others.length === 0) return []
  const seen = new Set([...claimed].map((place) => toReal(path.join(root, place))))
  return others.flatMap((place) => {
    const at = toReal(path.join(root, place))
    if (seen.has(at)) return []
    seen.add(at)
    return [{ kind: "unclaimed", name: path.basename(place), path: place }]
  })
}

function toReal(at: string): string {
  return fs.existsSync(at) ? fs.realpathSync(at) : at
}
