import fs from "node:fs"

interface WalkLimits {
  /** Names of directories that are not entered. */
  readonly without: ReadonlySet<string>
  readonly most: number
}

/**
 * The files below a directory, by their names from it, and the directories that are not entered, with a slash at their
 * end. Links are not followed.
 */
export function walkFiles(folder: string, { without, most }: WalkLimits): readonly Uint8Array[] {
  const files: Uint8Array[] = []
  const visit = (at: Buffer, before: Buffer): void => {
    for (const entry of fs.readdirSync(at, { withFileTypes: true, encoding: "buffer" })) {
      if (files.length >= most) return
      const name = Buffer.concat([before, entry.name])
      if (entry.isDirectory() && without.has(entry.name.toString("utf8"))) files.push(Buffer.concat([name, SLASH]))
      else if (entry.isDirectory()) visit(Buffer.concat([at, SLASH, entry.name]), Buffer.concat([name, SLASH]))
      else if (entry.isFile() || entry.isSymbolicLink()) files.push(name)
    }
  }
  visit(Buffer.from(folder), Buffer.alloc(0))
  return files
}

const SLASH = Buffer.from("/")
