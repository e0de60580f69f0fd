import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../../problem/failure.ts"
import { realPath } from "../../../system/files/is-within.ts"
import { readSafely } from "../../../system/files/read-safely.ts"
import { isBelow } from "../../../text/folder-paths.ts"
import { readRoleName } from "../../roles/role-names.ts"
import type { RoleFile } from "../../roles/role-template.ts"

/** A skill whose directory may have files for roles. */
export interface LocatedSkill {
  readonly skill: string
  readonly file: string
}

/** A file for a role, not yet read. */
export interface RoleFilePlace {
  readonly role: string
  readonly path: string
  /** The directory of the skill or plugin, which the file must not lead out of. */
  readonly base: string
}

const MOST_FILE = 64 * 1024
const MOST_ENTRIES = 200

/**
 * The files for roles that come with skills: beside each skill, among the agents of its plugin, and beside the plugin's
 * other skills, in this order. Only their names are read.
 */
export function findRoleFiles(skills: readonly LocatedSkill[]): readonly RoleFilePlace[] {
  const own = skills.filter(hasOwnDirectory).map(({ file }) => path.dirname(file))
  const plugins = [...new Set(skills.filter(hasOwnDirectory).flatMap((skill) => findPlugin(skill) ?? []))]
  const found = [
    ...[...new Set(own)].flatMap((directory) => listRoleFiles(directory, directory, false)),
    ...plugins.flatMap((plugin) => listRoleFiles(path.join(plugin, "agents"), plugin, true)),
    ...plugins.flatMap((plugin) =>
      listEntries(path.join(plugin, "skills"))
        .filter((entry) => entry.isDirectory())
        .flatMap(({ name }) => listRoleFiles(path.join(plugin, "skills", name), plugin, false)),
    ),
  ]
  return [...new Map(found.map((one) => [one.path, one])).values()]
}

/** Reads a file for a role. `refused` says why it was not read. */
export function readRoleFile({ role, path: file, base }: RoleFilePlace): RoleFile | { readonly refused: string } {
  const [real, holder] = [realPath(file), realPath(base)]
  if (real === undefined || holder === undefined) return { refused: "it cannot be opened" }
  if (!isBelow(holder, real)) return { refused: "it is a link that leads out of its directory" }
  try {
    return { role, path: file, text: readSafely(real, MOST_FILE).toString("utf8") }
  } catch (error) {
    if (!(error instanceof SkilletError)) throw error
    return { refused: error.code === "file.too-large" ? "it is too large" : "it cannot be read" }
  }
}

/** What a server offers has no directory, and beside a flat file there are other skills. */
function hasOwnDirectory({ file }: LocatedSkill): boolean {
  return !file.includes("://") && path.basename(file).toLowerCase() === "skill.md"
}

/** The directory of the plugin that a skill is from: a plugin's skills are named after it, or it has a manifest. */
function findPlugin({ skill, file }: LocatedSkill): string | undefined {
  const skills = path.dirname(path.dirname(file))
  if (path.basename(skills) !== "skills") return undefined
  const plugin = path.dirname(skills)
  const isPlugin = skill.includes(":") || fs.existsSync(path.join(plugin, ".claude-plugin", "plugin.json"))
  return isPlugin ? plugin : undefined
}

function listRoleFiles(directory: string, base: string, isAmongAgents: boolean): readonly RoleFilePlace[] {
  return listEntries(directory).flatMap((entry) => {
    const role = entry.isDirectory() ? undefined : readRoleName(entry.name, isAmongAgents)
    return role === undefined ? [] : [{ role, path: path.join(directory, entry.name), base }]
  })
}

/** In the order of their names; none if there is no such directory. */
function listEntries(directory: string): readonly fs.Dirent[] {
  try {
    const entries = fs.readdirSync(directory, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, MOST_ENTRIES)
  } catch (error) {
    if (error instanceof Error && "code" in error) return []
    throw error
  }
}
