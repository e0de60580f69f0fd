import { SkilletError } from "../../problem/failure.ts"
import {
  compareInstalled,
  compareOverlay,
  type Difference,
  differenceKinds,
  type FoundPlace,
  listExtra,
} from "../compare-installed.ts"
import { layOut } from "../decide-install.ts"
import type { InstalledPlace, LockedSkill, LockFile } from "../lock/lock-file.ts"
import type { NewContent } from "../new-content.ts"
import { changeInstalled } from "./change-installed.ts"
import { findPlace, readPlace } from "./find-places.ts"
import { loadLock } from "./install-scope.ts"
import { type Installer, openSources } from "./installer.ts"
import { ensureContents, findOwnText, isLocal, readContent } from "./locked-contents.ts"

/** What was made again so that the disk is as the lock says. The lock itself is never written. */
export interface Restored {
  /** How many skills the lock has. */
  readonly skills: number
  readonly made: readonly string[]
  /** What differs and was left alone, because somebody may need it. */
  readonly left: readonly Difference[]
}

/**
 * exactly: whatever is on the disk and differs is an error, before anything is made. gently: it is left alone and
 * listed; links and managed copies are made again.
 */
export async function restoreSkills(installer: Installer, how: "exactly" | "gently"): Promise<Restored> {
  requireLock(installer)
  changeInstalled(installer.scope, () => ({ result: undefined }))
  const { lock } = loadLock(installer.scope)
  const needed = [...lock.skills].filter(([name, row]) => isNeeded(installer, { name, row, how }))
  const rows = needed.map(([, row]) => row)
  const open = openSources(installer, rows)
  for (const [name, row] of needed) await ensureContents(installer, { name, row, isCompared: true, open })
  return changeInstalled(installer.scope, (now) => {
    const places = new Map<string, NewContent>()
    const left: Difference[] = []
    for (const [name, row] of now.lock.skills) {
      const planned = planRestore(installer, { name, row, how })
      for (const [place, content] of planned.places) places.set(place, content)
      left.push(...planned.left)
    }
    return {
      change: places.size === 0 ? undefined : { places },
      result: { skills: now.lock.skills.size, made: [...places.keys()], left },
    }
  })
}

export function requireLock({ scope }: Installer): LockFile {
  const { text, lock } = loadLock(scope)
  if (text !== undefined) return lock
  throw new SkilletError("lock.missing", `there is no ${scope.lockFile}`, {
    retry: "no",
    next: "install a skill with skillet add SOURCE",
  })
}

/** Local sources are compared even if everything is there, so that a change of them does not go unnoticed. */
function isNeeded(installer: Installer, { name, row, how }: Restoring): boolean {
  const isAway = compareInstalled(name, row, openFinder(installer)).length > 0
  return isAway || (how === "exactly" && isLocal(row))
}

function openFinder({ scope }: Installer): (place: InstalledPlace) => FoundPlace {
  return ({ path }) => findPlace(scope.root, path)
}

interface Restoring {
  readonly name: string
  readonly row: LockedSkill
  readonly how: "exactly" | "gently"
}

function planRestore(
  installer: Installer,
  { name, row, how }: Restoring,
): { readonly places: ReadonlyMap<string, NewContent>; readonly left: readonly Difference[] } {
  const find = openFinder(installer)
  const patch = compareOverlay(name, row, (at) => readPlace(installer.scope.root, at))
  const differences = [...compareInstalled(name, row, find), ...patch]
  if (differences.length === 0) return { places: new Map(), left: [] }
  const may = row.installedTo.filter((place) => {
    const found = find(place)
    return mayMake(place, found, how) && findOwnText(installer, row, found) === undefined
  })
  const isMade = ({ path }: Difference) => may.some((place) => path === place.path || path.startsWith(`${place.path}/`))
  const left = differences.filter((one) => !isMade(one))
  const [first] = left.filter(({ kind }) => kind !== "extra")
  if (how === "exactly" && first !== undefined) throw makeDifferenceError(first, row)
  const wrong = may.filter(({ path }) =>
    differences.some((one) => one.path === path || one.path.startsWith(`${path}/`)),
  )
  const others = new Map(wrong.map((place) => [place.path, listExtra(differences, place)]))
  const read = (sha256: string) => readContent(installer, sha256)
  const all = layOut(row, { read, kept: ({ path }) => others.get(path) ?? [] })
  return { places: new Map([...all].filter(([path]) => others.has(path))), left }
}

/** What may be made again without losing anything. */
function mayMake({ kind }: InstalledPlace, found: FoundPlace, how: "exactly" | "gently"): boolean {
  if (found.kind === "nothing") return true
  if (kind === "link") return found.kind === "link"
  return kind === "copy" && how === "gently" && found.kind === "folder"
}

function makeDifferenceError({ name, path, kind }: Difference, { overlay }: LockedSkill): SkilletError {
  return new SkilletError("install.differs", `${path}: ${differenceKinds[kind]} (${name})`, {
    retry: "no",
    next:
      path === overlay?.path
        ? `restore it from version control, or write it again from the installed files with skillet update ${name}`
        : `to keep the change, run skillet update ${name}; to go back to the lock, move the directory away and try again`,
  })
}
