import fs from "node:fs"
import path from "node:path"
import { openSafely } from "../../system/files/read-safely.ts"
import { isScriptName } from "../rules/reading/split-passages.ts"
import { notOfAuthors } from "../../skill/skill-form.ts"

export interface ListedFile {
  /** Within the skill's directory, with slashes. */
  readonly path: string
  /** Why it is not searched. */
  readonly unread?: string
  readonly isProgram?: boolean
}

const MOST_FILES = 200
const MOST_ENTRIES = 5000

/**
 * The files in a skill's directory: SKILL.md, then programs, so that nothing else uses up the limits, then the others.
 * Directories that are not the author's are named only; files in them that the skill names are still read.
 */
export function listFiles(folder: string, main: string): readonly ListedFile[] {
  const found: ListedFile[] = []
  const open = [""]
  for (let below = open.shift(); below !== undefined; below = open.shift()) {
    const entries = fs.readdirSync(path.join(folder, below), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = below === "" ? entry.name : `${below}/${entry.name}`
      if (name === main) continue
      if (found.length > MOST_ENTRIES) break
      if (entry.isDirectory() && notOfAuthors.includes(entry.name))
        found.push({ path: `${name}/`, unread: "this directory is not searched" })
      else if (entry.isDirectory()) open.push(name)
      else found.push(toListedFile(folder, name, entry))
    }
    if (found.length > MOST_ENTRIES || open.length > MOST_FILES * 5) {
      found.push({ path: `${below}/`, unread: "the skill has too many files and directories" })
      break
    }
  }
  const [programs, others] = [found.filter((one) => one.isProgram === true), found.filter((one) => !one.isProgram)]
  let count = 1
  return [{ path: main }, ...[...programs, ...others].map((one) => (one.unread === undefined ? bounded(one) : one))]

  function bounded(one: ListedFile): ListedFile {
    return count++ < MOST_FILES ? one : { ...one, unread: `the skill has more than ${MOST_FILES} files` }
  }
}

export function toListedFile(folder: string, name: string, entry: fs.Dirent | fs.Stats): ListedFile {
  if (entry.isFile()) return { path: name, isProgram: isProgram(folder, name) }
  return entry.isSymbolicLink() ? { path: name } : { path: name, unread: "it is not a regular file" }
}

function isProgram(folder: string, name: string): boolean {
  if (isScriptName(name)) return true
  const file = path.join(folder, name)
  const stat = fs.lstatSync(file, { throwIfNoEntry: false })
  return stat?.isFile() === true && ((stat.mode & 0o111) !== 0 || readPart(file, 0, 2).toString("latin1") === "#!")
}

/** Some bytes of a file whose real path is known; a link that replaces it is not followed. */
export function readPart(realPath: string, from: number, length: number): Buffer {
  const handle = openSafely(realPath)
  try {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, fs.readSync(handle, bytes, 0, length, from))
  } finally {
    fs.closeSync(handle)
  }
}
