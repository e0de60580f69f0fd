import fs from "node:fs"
import path from "node:path"
import { APM_LOCK, LOCK_NAME, lockFolders, otherLocks, RECORD_FILE } from "../../skill/lock-names.ts"
import { readPlainFile } from "../../system/files/read-plain-file.ts"
import { isMap } from "../../text/is-map.ts"
import { memoise } from "../../text/memoise.ts"

interface Places {
  readonly root: string
  readonly cwd: string
  readonly home: string
}

const LOCKS = [LOCK_NAME, otherLocks.project.name, otherLocks.global.name, APM_LOCK]
const MOST_BYTES = 64 * 1024 * 1024

/**
 * Whether a skill was installed: a lock file, or a record beside it, is about it. Then others wrote it, and the command
 * that installed it keeps it in order. A lock that cannot be read could be about any skill.
 */
export function openManaged({ root, cwd, home }: Places): (at: string) => boolean {
  const tops = [root, cwd, home, path.join(home, lockFolders.user)]
  const read = memoise(readLock)
  const hasRecord = memoise((folder: string) => fs.existsSync(path.join(folder, RECORD_FILE)))
  return (at) => {
    const above = listAbove(at)
    if (above.slice(0, 3).some(hasRecord)) return true
    const name = path.basename(path.basename(at).toLowerCase() === "skill.md" ? path.dirname(at) : at)
    return [...new Set([...tops, ...above])].some((top) => LOCKS.some((lock) => read(path.join(top, lock))(name)))
  }
}

/** The directories above a path, the nearest first. */
function listAbove(at: string): readonly string[] {
  const above = path.dirname(at)
  return above === at ? [] : [above, ...listAbove(above)]
}

/** Which names of skills a lock has. */
function readLock(file: string): (name: string) => boolean {
  let text: string
  try {
    text = readPlainFile(file, MOST_BYTES).toString("utf8")
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error
    return () => error.code !== "ENOENT" && error.code !== "ENOTDIR"
  }
  const names = listLocked(text)
  return (name) => names?.has(name) ?? hasWord(text, name)
}

/** The names of skills, and of the directories that they were installed to; undefined if it is not JSON with skills. */
function listLocked(text: string): ReadonlySet<string> | undefined {
  try {
    const lock: unknown = JSON.parse(text)
    if (!isMap(lock) || !isMap(lock["skills"])) return undefined
    return new Set(Object.entries(lock["skills"]).flatMap(([name, row]) => [name, ...listFolders(row)]))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function listFolders(row: unknown): readonly string[] {
  const places = isMap(row) && Array.isArray(row["installedTo"]) ? row["installedTo"] : []
  return places.flatMap((place: unknown) =>
    isMap(place) && typeof place["path"] === "string" ? [path.posix.basename(place["path"])] : [],
  )
}

function hasWord(text: string, word: string): boolean {
  const isEdge = (letter: string | undefined) => letter === undefined || !/[\w.-]/.test(letter)
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (isEdge(text[at - 1]) && isEdge(text[at + word.length])) return true
  return false
}
