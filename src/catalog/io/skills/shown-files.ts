import fs from "node:fs"
import path from "node:path"
import { notOfAuthors } from "../../../skill/skill-form.ts"

export interface ShownFile {
  /** Relative to the skill's directory. */
  readonly path: string
  readonly size: number
  readonly executable: boolean
  readonly link: boolean
}

const MOST_FILES = 500

/** The files in a skill's directory, without those of version control and package managers. */
export function listFilesBeside(folder: string): readonly ShownFile[] {
  const files: ShownFile[] = []
  const open = [""]
  for (let below = open.shift(); below !== undefined && files.length < MOST_FILES; below = open.shift()) {
    for (const entry of fs
      .readdirSync(path.join(folder, below), { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = path.join(below, entry.name)
      if (entry.isDirectory() && !notOfAuthors.includes(entry.name)) open.push(name)
      else if (!entry.isDirectory()) files.push(describeFile(folder, name))
    }
  }
  return files.slice(0, MOST_FILES)
}

function describeFile(folder: string, name: string): ShownFile {
  const stat = fs.lstatSync(path.join(folder, name))
  return {
    path: name,
    size: stat.size,
    executable: stat.isFile() && (stat.mode & 0o111) !== 0,
    link: stat.isSymbolicLink(),
  }
}
