import { isUtf8 } from "node:buffer"
import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../../problem/failure.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"
import { readSafely } from "../../../system/files/read-safely.ts"
import { rewriteFile } from "../../../system/files/replace-file.ts"
import { withFileLock } from "../../../system/programs/with-file-lock.ts"
import { findNearestNames } from "../../../text/find-nearest-names.ts"
import {
  isProfileName,
  profileLevels,
  type ProfileLevel,
  readProfiles,
  type SkillProfile,
  writeProfile,
} from "../../profiles/skill-profile.ts"
import { refuseLinks } from "../install/install-skills.ts"
import type { Session } from "../session/open-session.ts"
import { reportBusy } from "../session/profile-uses.ts"
import { locateProfileFile } from "./locate-profiles.ts"

const MOST_BYTES = 1024 * 1024

export interface ProfileWanted {
  readonly name: string
  readonly skills: readonly string[]
  readonly level?: ProfileLevel | undefined
}

/** Every profile that can be used here: a local one comes before the project's of the same name, then the user's. */
export function listProfiles(session: Session): readonly SkillProfile[] {
  return (["local", "project", "user"] as const).flatMap((level) => {
    const { file } = locateProfileFile(session.around, session.options.env ?? process.env, level)
    const profiles = requireProfiles(file, readText(file))
    return Object.entries(profiles).map(([name, skills]) => ({ name, skills, level, file }))
  })
}

export function requireProfile(session: Session, name: string): SkillProfile {
  const all = listProfiles(session)
  const found = all.find((one) => one.name === name)
  if (found !== undefined) return found
  const near = findNearestNames(
    name,
    all.map((one) => one.name),
  )
  throw new SkilletError("profile.not-found", `there is no profile "${name}"`, {
    retry: "no",
    next: near.length > 0 ? `did you mean ${near.join(" or ")}?` : "skillet profile list shows all of them",
  })
}

/** Writes a profile; one of the same name in the same file is replaced. */
export function createProfile(session: Session, { name, skills, level = "project" }: ProfileWanted): SkillProfile {
  if (!isProfileName(name))
    throw new SkilletError("profile.bad-name", `"${name}" is not a name of a profile`, {
      retry: "no",
      next: "use letters, digits, dots and hyphens",
    })
  if (!profileLevels.includes(level)) throw new Error(`no such level: ${level}`)
  const { anchor, file } = locateProfileFile(session.around, session.options.env ?? process.env, level)
  const unique = [...new Set(skills)]
  makeDirectory(anchor)
  refuseLinks(anchor, path.relative(anchor, file), "file")
  makeDirectory(path.dirname(file))
  withFileLock(file, reportBusy, () => {
    const text = readText(file)
    requireProfiles(file, text)
    rewriteFile(file, writeProfile(text ?? "", name, unique))
  })
  return { name, skills: unique, level, file }
}

/** A file that cannot be understood is never written, and nothing of it is used. */
function requireProfiles(file: string, text: string | undefined) {
  const found = readProfiles(text ?? "")
  if (typeof found !== "string") return found
  throw new SkilletError("profile.bad-file", `${file} cannot be used: ${found}`, {
    retry: "no",
    next: `correct ${file}`,
  })
}

function readText(file: string): string | undefined {
  if (!fs.existsSync(file)) return undefined
  const bytes = readSafely(file, MOST_BYTES)
  if (isUtf8(bytes)) return bytes.toString("utf8")
  throw new SkilletError("profile.bad-file", `${file} cannot be used: it is not UTF-8`, {
    retry: "no",
    next: `save ${file} as UTF-8`,
  })
}
