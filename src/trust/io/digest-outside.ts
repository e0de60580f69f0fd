import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { isOfSystem } from "../naming/is-of-system.ts"
import { combineDigests } from "../combine-digests.ts"
import { digestSkill } from "./digest-skill.ts"
import { isBelow } from "../../text/folder-paths.ts"

/** A file outside a skill's directory that its commands would run, as an approval covers it. */
export interface OutsideFile {
  /** Absolute. */
  readonly path: string
  /** Of the file, or of the whole directory it is in; `missing` if there is none. */
  readonly digest: string
  /** The directory whose files the digest covers, because a script may use the files next to it. */
  readonly folder?: string | undefined
}

/**
 * Digests what a skill's commands run outside its directory. In a plugin the script's whole directory is covered,
 * unless that is the plugin itself.
 */
export function digestOutside(
  files: readonly string[],
  { folder, plugin }: { readonly folder: string; readonly plugin: string | undefined },
): readonly OutsideFile[] {
  return [...new Set(files)]
    .filter((file) => isOutsideSkill(file, folder))
    .map((file) => {
      const around = path.dirname(file)
      const isOfPlugin = plugin !== undefined && isBelow(plugin, around) && around !== plugin
      return digestOutsideFile(file, isOfPlugin ? around : undefined)
    })
}

/** Whether a file is neither a skill's own nor the system's. */
export function isOutsideSkill(file: string, folder: string): boolean {
  return !isOfSystem(file) && !isBelow(folder, file)
}

/** Whether an approved file is still the same. */
export function isSameOutside(file: OutsideFile): boolean {
  return digestOutsideFile(file.path, file.folder).digest === file.digest
}

/** What a person confirms: the digest of the skill itself, or together with all files around it that are covered. */
export function digestWithOutside(digest: string, outside: readonly OutsideFile[]): string {
  if (outside.length === 0) return digest
  return combineDigests([{ path: "", digest }, ...outside].map((file) => ({ ...file, executable: false })))
}

function digestOutsideFile(file: string, folder: string | undefined): OutsideFile {
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  if (stat?.isFile() !== true) return { path: file, digest: "missing" }
  try {
    // `digestSkill` reads a directory by the path of one of its files.
    const { digest } = digestSkill(fs.realpathSync(file), folder === undefined ? "flat" : "folder")
    return { path: file, digest, folder }
  } catch (error) {
    if (!(error instanceof SkilletError) || folder === undefined) throw error
    return digestOutsideFile(file, undefined)
  }
}
