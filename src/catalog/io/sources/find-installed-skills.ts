import fs from "node:fs"
import path from "node:path"
import { sha256 } from "../../../text/sha256.ts"
import { MAX_FILE, readSafely } from "../../../system/files/read-safely.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { RECORD_FILE } from "../../../skill/lock-names.ts"
import { type InstallRecord, readInstallRecord } from "../../install/install-record.ts"

/** A skill that comes with Skillet and was written where a host finds it. */
export interface OwnInstalled {
  /** Its name among the skills that come with Skillet. */
  readonly name: string
  readonly path: string
  readonly isEdited: boolean
}

/** Those of these skills that `init` installed, by the records beside them. */
export function findInstalledSkills(skills: readonly { readonly path: string }[]): readonly OwnInstalled[] {
  const records = new Map<string, InstallRecord | undefined>()
  const recordIn = (folder: string) => {
    if (!records.has(folder)) records.set(folder, readRecord(folder))
    return records.get(folder)
  }
  return skills.flatMap(({ path: file }) => {
    if (path.basename(file) !== "SKILL.md" || !path.isAbsolute(file)) return []
    const folder = path.dirname(file)
    // A plugin has its record above the directory of its skills.
    for (const root of [path.dirname(folder), path.dirname(path.dirname(folder))]) {
      const digest = recordIn(root)?.[path.relative(root, file)]
      if (digest !== undefined)
        return [{ name: path.basename(folder), path: file, isEdited: digestFile(file) !== digest }]
    }
    return []
  })
}

/** Undefined if there is none, or it cannot be read. */
export function readRecord(folder: string): InstallRecord | undefined {
  const file = path.join(folder, RECORD_FILE)
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  const text = readText(file)
  return text === undefined ? undefined : readInstallRecord(text)
}

/** The digest of a regular file; undefined if there is nothing that can be read. */
export function digestFile(file: string): string | undefined {
  const text = fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() === true ? readText(file) : undefined
  return text === undefined ? undefined : sha256(text)
}

function readText(file: string): string | undefined {
  try {
    return readSafely(fs.realpathSync(file), MAX_FILE).toString("utf8")
  } catch (error) {
    if (error instanceof SkilletError || (error instanceof Error && "code" in error)) return undefined
    throw error
  }
}
