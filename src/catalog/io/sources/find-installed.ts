import fs from "node:fs"
import path from "node:path"
import { readSortedEntries } from "./folder-entries.ts"
import type { VersionPolicy } from "./plugin-source.ts"

/** One installed version of a plugin's skill. */
export interface InstalledSkill {
  readonly path: string
  /** The directory of this version of the plugin. */
  readonly root: string
  readonly version: string
  /** The parent of the plugin's directory: where it was installed from. */
  readonly from: string
  readonly changed: number
  /** The plugin manager has marked it as orphaned. */
  readonly isOrphaned: boolean
}

/** How deep below the cache a plugin's directory may be. */
const MOST_FOLDERS = 4

/** Every version of a skill below a plugin cache, wherever the plugin is in it. Links are not followed. */
export function findInstalled(cache: string, plugin: string, skill: string): readonly InstalledSkill[] {
  return pluginFolders(cache, plugin, MOST_FOLDERS).flatMap((folder) =>
    subfolders(folder).flatMap((version) => {
      const root = path.join(folder, version)
      const file = path.join(root, "skills", skill, "SKILL.md")
      const stat = isWithoutLinks(root, file) ? fs.lstatSync(file, { throwIfNoEntry: false }) : undefined
      if (stat?.isFile() !== true) return []
      const isOrphaned = fs.existsSync(path.join(root, ".orphaned_at"))
      const from = path.basename(path.dirname(folder))
      return [{ path: file, root, version, from, changed: stat.mtimeMs, isOrphaned }]
    }),
  )
}

/** The version that counts: with `semver` the highest that is not orphaned, with `mtime` the most recently changed. */
export async function chooseInstalled(
  found: readonly InstalledSkill[],
  policy: VersionPolicy,
): Promise<InstalledSkill | undefined> {
  const latest = [...found].sort((a, b) => b.changed - a.changed || (a.path < b.path ? 1 : -1))
  if (policy === "mtime" || latest.length < 2) return latest[0]
  const live = latest.filter(({ isOrphaned }) => !isOrphaned)
  const kept = live.length > 0 ? live : latest
  const semver = await import("semver")
  const sound = kept.filter(({ version }) => semver.valid(version) !== null)
  return sound.sort((a, b) => semver.rcompare(a.version, b.version))[0] ?? kept[0]
}

function pluginFolders(folder: string, plugin: string, depth: number): readonly string[] {
  return subfolders(folder).flatMap((name) => {
    const below = path.join(folder, name)
    return [...(name === plugin ? [below] : []), ...(depth > 1 ? pluginFolders(below, plugin, depth - 1) : [])]
  })
}

function isWithoutLinks(root: string, file: string): boolean {
  const real = fs.existsSync(file) ? fs.realpathSync(file) : undefined
  return real === path.join(fs.realpathSync(root), path.relative(root, file))
}

function subfolders(folder: string): readonly string[] {
  return readSortedEntries(folder, [])
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}
