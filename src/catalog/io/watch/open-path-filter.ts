import fs from "node:fs"
import path from "node:path"
import { mayCountWhenEmpty, mayEnterDotFolders, mayHoldOthers, namesSkill } from "../../watch/layout-watch.ts"
import type { WatchedTree } from "../../watch/folder-watcher.ts"
import type { FoundSkill } from "../../skill-source.ts"
import type { Layout } from "../../../skill/place.ts"
import { findOwnDirectory } from "../../../skill/skill-form.ts"

/** A directory, with links resolved, that contains skills or may do so later. */
export interface Ground extends WatchedTree {
  readonly layout: Layout
}

export interface Interests {
  readonly grounds: readonly Ground[]
  /** Paths that matter whatever happens there. */
  readonly gates: ReadonlySet<string>
  /** What was found so far. */
  readonly found: readonly FoundSkill[]
}

/** Whether a change at a path can affect the catalog. Looks at new directories but never reads a file. */
export function openPathFilter({ grounds, gates, found }: Interests): (at: string) => boolean {
  const known = new Set<string>()
  const skillFolders = new Set<string>()
  for (const skill of found) {
    const own = findOwnDirectory({ form: skill.form, path: skill.realPath })
    if (own !== undefined) skillFolders.add(own)
    for (let at = skill.realPath; !known.has(at) && at !== path.dirname(at); at = path.dirname(at)) known.add(at)
  }
  return (at) => gates.has(at) || known.has(at) || grounds.some((ground) => concerns(ground, at))

  function concerns(ground: Ground, at: string): boolean {
    if (at === ground.folder) return true
    if (!at.startsWith(`${ground.folder}/`)) return false
    const parts = at.slice(ground.folder.length + 1).split("/")
    if (parts.length > ground.depth + 1 || !parts.slice(0, -1).every((part) => isEntered(ground, part))) return false
    if (isInsideSkill(ground, at)) return false
    return namesSkill(ground.layout, parts) || (parts.length <= ground.depth && mayHold(ground, at, parts))
  }

  /** A skill's other files: changes to builds and notes there do not matter. */
  function isInsideSkill(ground: Ground, at: string): boolean {
    if (mayHoldOthers(ground.layout)) return false
    for (let above = path.dirname(at); above.length >= ground.folder.length; above = path.dirname(above)) {
      if (skillFolders.has(above)) return true
      if (above === path.dirname(above)) return false
    }
    return false
  }
}

function mayHold(ground: Ground, at: string, parts: readonly string[]): boolean {
  const stat = fs.lstatSync(at, { throwIfNoEntry: false })
  if (stat?.isSymbolicLink() === true) return true
  if (stat?.isDirectory() !== true || !isEntered(ground, parts.at(-1) ?? "")) return false
  if (mayCountWhenEmpty(ground.layout, parts)) return true
  return listEntries(at).some((entry) => {
    const inner = [...parts, entry.name]
    if (entry.isDirectory()) return inner.length <= ground.depth && mayHold(ground, `${at}/${entry.name}`, inner)
    return entry.isSymbolicLink() || namesSkill(ground.layout, inner)
  })
}

function isEntered(ground: Ground, name: string): boolean {
  if (ground.skip.includes(name)) return false
  return !name.startsWith(".") || mayEnterDotFolders(ground.layout)
}

function listEntries(folder: string): readonly fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && "code" in error) return []
    throw error
  }
}
