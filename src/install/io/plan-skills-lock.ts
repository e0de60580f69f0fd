import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { changeSkillsLock, type SkillsLockRow } from "../lock/change-skills-lock.ts"
import { findRealCopy, type LockedSkill } from "../lock/lock-file.ts"
import { otherLocks } from "../../skill/lock-names.ts"
import { computeHash } from "../lock/other-locks.ts"
import type { NewContent } from "../new-content.ts"
import type { Installer } from "./installer.ts"
import { readLockContents } from "./verify-other-locks.ts"

/** What a command does besides its own change. */
export interface ChangeOptions {
  /** Also writes the rows of the changed skills into `skills-lock.json`. */
  readonly writeSkillsLock?: boolean | undefined
}

interface InstallResult {
  /** The rows of the changed skills; undefined for those that were removed. */
  readonly rows: ReadonlyMap<string, LockedSkill | undefined>
  readonly places: ReadonlyMap<string, NewContent>
}

/** `skills-lock.json` as one more place of a change, so that it changes with the skills or not at all. */
export function planSkillsLock(
  { scope, session }: Installer,
  { rows, places }: InstallResult,
): ReadonlyMap<string, NewContent> {
  const { name: file } = otherLocks.project
  if (scope.root === session.around.home)
    throw makeSkillsLockError(`${file} is only for projects`, "leave out --write-skills-lock, or --global")
  const at = path.join(scope.root, file)
  const found = fs.lstatSync(at, { throwIfNoEntry: false })
  if (found?.isFile() === false)
    throw makeSkillsLockError(`${at} is not a file`, "move it elsewhere, or leave out --write-skills-lock")
  const changes = [...rows].map(([name, row]): readonly [string, SkillsLockRow] => [
    name,
    row === undefined ? undefined : { source: row.source, computedHash: hashInstalled(scope.root, row, places) },
  ])
  const changed = changeSkillsLock(found === undefined ? undefined : fs.readFileSync(at, "utf8"), new Map(changes))
  if ("wrong" in changed)
    throw makeSkillsLockError(changed.wrong, "restore the file from version control, or leave out --write-skills-lock")
  return new Map([[file, { kind: "file", text: changed.text }]])
}

/** The checksum that `verify` will compute: over the skill's files and those that stay beside them. */
function hashInstalled(root: string, row: LockedSkill, places: InstallResult["places"]): string {
  const real = findRealCopy(row)
  const content = places.get(real)
  if (content?.kind !== "folder") return computeHash(readLockContents(path.join(root, real)), "en")
  const own = [...content.files].map(([name, { bytes, mode }]) => ({ path: name, bytes, executable: mode === "755" }))
  const kept =
    content.kept.length === 0
      ? []
      : readLockContents(path.join(root, real)).filter(({ path: name }) => content.kept.includes(name))
  const counted = own.filter(({ path: name }) => !name.split("/").includes("node_modules"))
  return computeHash([...counted, ...kept], "en")
}

function makeSkillsLockError(message: string, next: string): SkilletError {
  return new SkilletError("install.skills-lock", message, { retry: "no", next })
}
