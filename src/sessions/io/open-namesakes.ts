import fs from "node:fs"
import path from "node:path"
import { MAX_FILE, readSafely } from "../../system/files/read-safely.ts"
import { memoise } from "../../text/memoise.ts"
import type { NamedSkill } from "../resolve-used-name.ts"

/** The file of another skill of the same name, if a transcript means that one. */
type FindNamesake = (path: string) => string | undefined

/**
 * What a transcript names by a path is another skill of that name if it is still there and has another text than the one
 * that the agent has here. A copy with the same text, as in another worktree, is the same skill; so is one that is gone:
 * it may have been moved. Of a plugin's skill, older versions may be kept.
 */
export function openNamesakes(skills: readonly NamedSkill[]): (name: string) => FindNamesake {
  const files = new Map(skills.map(({ name, path: file }) => [name, file]))
  const read = memoise(readText)
  return (name) => (used) => {
    const here = files.get(name)
    const file = path.basename(used) === "SKILL.md" ? used : path.join(used, "SKILL.md")
    if (file === here || name.includes(":") || !path.isAbsolute(file)) return undefined
    const there = read(file)
    if (here === undefined) return there === undefined ? undefined : file
    const own = read(here)
    return there === undefined || own === undefined || there === own ? undefined : file
  }
}

function readText(file: string): string | undefined {
  try {
    return readSafely(fs.realpathSync(file), MAX_FILE).toString("latin1")
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}
