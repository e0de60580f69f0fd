import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../../problem/failure.ts"
import { isOfOtherUser } from "../../../system/files/is-of-other-user.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"
import { replaceFile } from "../../../system/files/replace-file.ts"
import { withFileLock } from "../../../system/programs/with-file-lock.ts"
import { isMap } from "../../../text/is-map.ts"
import type { ProfileLevel } from "../../profiles/skill-profile.ts"
import type { ProfileHost } from "../../profiles/switch-off.ts"

/** A profile that was written into the settings of a host, with all that is needed to undo it. */
export interface ProfileUse {
  readonly profile: string
  readonly host: ProfileHost
  readonly level: ProfileLevel
  /** The project it is for; undefined for the user's own settings. */
  readonly project?: string | undefined
  readonly file: string
  /** The text before; undefined if there was no file. */
  readonly before?: string | undefined
  /** The topmost directory that there was not before. */
  readonly made?: string | undefined
  /** The digest of the text that was written. */
  readonly after: string
  /** The digest of the text of the profile before, which is still there if writing was interrupted. */
  readonly replaced?: string | undefined
  readonly off: readonly string[]
  readonly usedAt: string
}

const NAME = "profiles.json"

/** The uses are in the user's data directory, where no project can reach them. A file that cannot be read has none. */
export function readProfileUses(folder: string): readonly ProfileUse[] {
  const found = readUses(path.join(folder, NAME))
  return typeof found === "string" ? [] : found
}

/** The same for commands that say what is in use: a file that cannot be read is an error. */
export function requireProfileUses(folder: string): readonly ProfileUse[] {
  const file = path.join(folder, NAME)
  const found = readUses(file)
  if (typeof found === "string") throw reportBroken(file, found)
  return found
}

/** Replaces what is known about one settings file. */
type KeepProfileUse = (file: string, use: ProfileUse | undefined) => void

/** One process at a time changes settings files and what is known about them. */
export function changeProfileUses(folder: string, act: (keep: KeepProfileUse) => void): void {
  const at = path.join(folder, NAME)
  makeDirectory(folder, 0o700)
  withFileLock(at, reportBusy, () =>
    act((file, use) => {
      const found = readUses(at)
      if (typeof found === "string") throw reportBroken(at, found)
      const uses = [...found.filter((one) => one.file !== file), ...(use === undefined ? [] : [use])]
      replaceFile(at, `${JSON.stringify({ edition: 1, uses }, null, 1)}\n`, { mode: 0o600, isDurable: true })
    }),
  )
}

function readUses(file: string): readonly ProfileUse[] | string {
  if (!fs.existsSync(path.dirname(file))) return []
  const stat = fs.lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (!stat.isFile()) return "it is not a regular file"
  if (isOfOtherUser(file)) return "it belongs to another user"
  try {
    const stored: unknown = JSON.parse(fs.readFileSync(file, "utf8"))
    const uses = isMap(stored) && stored["edition"] === 1 ? stored["uses"] : undefined
    return Array.isArray(uses) && uses.every(isUse) ? uses : "it has an entry that cannot be understood"
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return "it is not JSON"
  }
}

function isUse(entry: unknown): entry is ProfileUse {
  if (!isMap(entry) || !Array.isArray(entry["off"])) return false
  return ["profile", "host", "level", "file", "after", "usedAt"].every((key) => typeof entry[key] === "string")
}

export function reportBusy(file: string): SkilletError {
  return new SkilletError("profile.busy", `${file} is being written by another process`, {
    retry: "later",
    next: "try again in a moment",
  })
}

function reportBroken(file: string, why: string): SkilletError {
  return new SkilletError("profile.bad-record", `${file} cannot be used: ${why}`, {
    retry: "no",
    next: `correct ${file}; until then no profile can be used or cleared`,
  })
}
