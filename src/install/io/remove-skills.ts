import { SkilletError } from "../../problem/failure.ts"
import { compareInstalled, type Difference, listExtra } from "../compare-installed.ts"
import type { LockedSkill, LockFile } from "../lock/lock-file.ts"
import type { NewContent } from "../new-content.ts"
import { changeInstalled } from "./change-installed.ts"
import { findPlace } from "./find-places.ts"
import type { Installer } from "./installer.ts"
import { type ChangeOptions, planSkillsLock } from "./plan-skills-lock.ts"
import { requireLock } from "./restore-skills.ts"
import { findNearestNames } from "../../text/find-nearest-names.ts"

export interface RemovedSkills {
  readonly removed: readonly string[]
  /** What is still there, because it is not the skill's own. */
  readonly kept: readonly string[]
}

export interface RemoveOptions {
  readonly names: readonly string[]
  /** Also if the user changed its files, or another skill needs it. */
  readonly force?: boolean | undefined
}

/** Removes installed skills and their rows. Files that are not theirs stay. */
export function removeSkills(
  installer: Installer,
  { names, force = false }: RemoveOptions,
  { writeSkillsLock = false }: ChangeOptions = {},
): RemovedSkills {
  requireLock(installer)
  return changeInstalled(installer.scope, ({ lock }) => {
    const left = new Map(lock.skills)
    for (const name of names) left.delete(requireRow(lock, name) && name)
    const places = new Map<string, NewContent>()
    const kept: string[] = []
    for (const name of names) {
      const row = requireRow(lock, name)
      if (!force) refuseNeeded(name, left)
      const differences = compareInstalled(name, row, ({ path }) => findPlace(installer.scope.root, path))
      const changed = differences.find(({ kind }) => kind === "changed")
      if (changed !== undefined && !force) throw makeEditedError(changed)
      for (const place of row.installedTo) {
        const others = listExtra(differences, place)
        const found = findPlace(installer.scope.root, place.path).kind
        if (found === (place.kind === "link" ? "link" : "folder"))
          places.set(
            place.path,
            others.length === 0 ? { kind: "nothing" } : { kind: "folder", files: new Map(), kept: others },
          )
        else if (found !== "nothing") kept.push(place.path)
        kept.push(...others.map((one) => `${place.path}/${one}`))
      }
      if (row.overlay !== undefined) kept.push(row.overlay.path)
    }
    const rows = new Map(names.map((name) => [name, undefined]))
    const others = writeSkillsLock ? planSkillsLock(installer, { rows, places }) : []
    return {
      change: { places: new Map([...places, ...others]), lock: { skills: left } },
      result: { removed: names, kept },
    }
  })
}

/** The row of a skill, or an error that names the nearest ones. */
export function requireRow({ skills }: LockFile, name: string): LockedSkill {
  const row = skills.get(name)
  if (row !== undefined) return row
  const near = findNearestNames(name, [...skills.keys()])
  throw new SkilletError("install.not-installed", `${name} is not in the lock`, {
    retry: "no",
    next: near.length === 0 ? "skillet sbom lists what is installed" : `did you mean ${near.join(", ")}?`,
  })
}

function refuseNeeded(name: string, left: LockFile["skills"]): void {
  const [user] = [...left].find(([, { requires }]) => requires.skills?.includes(name) === true) ?? []
  if (user === undefined) return
  throw new SkilletError("install.needed", `${user} needs ${name}`, {
    retry: "no",
    next: "remove both, or add --force",
  })
}

function makeEditedError({ name, path }: Difference): SkilletError {
  return new SkilletError("install.edited", `${path} has changes of yours, so ${name} was not removed`, {
    retry: "no",
    next: "save them elsewhere, then add --force",
  })
}
