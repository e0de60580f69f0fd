import { isUtf8 } from "node:buffer"
import fs from "node:fs"
import path from "node:path"
import { walkSkills } from "../../catalog/io/sources/walk-skills.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import type { HostId } from "../../hosts/profile.ts"
import { hostIds, profiles } from "../../hosts/profiles.ts"
import { planPlaces } from "../../hosts/plan-places.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { SkillPlace } from "../../skill/place.ts"
import { MAX_FILE, readSafely } from "../../system/files/read-safely.ts"
import { isBelow } from "../../text/folder-paths.ts"
import { digestSkill } from "../../trust/io/digest-skill.ts"
import { openManaged } from "../../trust/io/open-managed.ts"
import type { FixFacts, FoundCopy } from "../plan-fixes.ts"

/** The directories of skills that the user or the project keeps, for any agent. */
export function listSkillFolders({ around }: Session): readonly SkillPlace[] {
  const all = hostIds.flatMap((id) => planPlaces(profiles[id], around))
  const kept = all.filter(({ kind, layout }) => layout.kind === "skills" && (kind === "user" || kind === "project"))
  return [...new Map(kept.map((place) => [place.root, place])).values()]
}

const TREE = { kind: "skills", depth: 8, anyCase: true, dotFolders: true } as const

/** A file or directory that could not be looked at, so nothing is planned for it. */
export interface UnreadPath {
  readonly path: string
  readonly reason: string
}

export interface GatheredFacts extends FixFacts {
  readonly unread: readonly UnreadPath[]
}

/** Looks at every skill directory. What a link leads to, what a lock or a record has, and what others own is left out. */
export async function gatherFixFacts(session: Session): Promise<GatheredFacts> {
  const own = listSkillFolders(session).filter((place) => isOwnRoot(place, session))
  // Two of them may be one directory, by a link: what is in it is no second copy.
  const roots = [...new Map(own.map((place) => [fs.realpathSync(place.root), place])).values()]
  const files = roots.flatMap(({ root }) => listOwnFiles(root))
  const seen = await listSeers(session)
  const isManaged = openManaged(session.around)
  const unique = [...new Set(files)].filter((file) => !isManaged(file))
  const unread: UnreadPath[] = []
  return {
    texts: unique.flatMap((file) => readOrName(file, unread, readText)),
    named: unique
      .filter((file) => path.basename(file) !== "SKILL.md" && path.basename(file).toLowerCase() === "skill.md")
      .map((file) => ({ path: file, beside: fs.readdirSync(path.dirname(file)) })),
    links: roots
      .flatMap(({ root }) => readOrName(root, unread, listDanglingLinks))
      .filter(({ path: at }) => !isManaged(at)),
    copies: roots
      .flatMap((place) => readOrName(place.root, unread, () => listCopies(place, seen)))
      .filter(({ path: at }) => !isManaged(at)),
    unread,
  }
}

/** What cannot be read is named once, and does not keep the rest from being fixed. */
function readOrName<T>(at: string, unread: UnreadPath[], read: (at: string) => readonly T[]): readonly T[] {
  try {
    return read(at)
  } catch (error) {
    if (!(error instanceof SkilletError) && !(error instanceof Error && "code" in error)) throw error
    if (!unread.some((one) => one.path === at)) unread.push({ path: at, reason: error.message })
    return []
  }
}

/** A project's directory that is a link could lead anywhere; so could one of its parents. */
function isOwnRoot({ root, kind, base }: SkillPlace, { around }: Session): boolean {
  if (fs.statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) return false
  const real = fs.realpathSync(root)
  const top = kind === "project" ? around.root : base
  return isBelow(fs.realpathSync(top), real)
}

function listOwnFiles(root: string): readonly string[] {
  const real = fs.realpathSync(root)
  return walkSkills(real, TREE).files.flatMap(({ path: at, realPath }) =>
    at === realPath && isPlainFile(at) ? [at] : [],
  )
}

function isPlainFile(at: string): boolean {
  const stat = fs.lstatSync(at, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.nlink === 1
}

function readText(file: string): FixFacts["texts"] {
  const bytes = readSafely(file, MAX_FILE)
  return isUtf8(bytes) ? [{ path: file, text: bytes.toString("utf8") }] : []
}

/** Links in the place of a skill's directory, and links named SKILL.md in one. */
function listDanglingLinks(root: string): FixFacts["links"] {
  const real = fs.realpathSync(root)
  const entries = fs.readdirSync(real, { withFileTypes: true })
  const links = entries.flatMap((entry) => {
    const at = path.join(real, entry.name)
    return entry.isSymbolicLink() ? [at] : entry.isDirectory() ? [path.join(at, "SKILL.md")] : []
  })
  return links
    .filter((at) => fs.lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true && isDangling(at))
    .map((at) => ({ path: at, target: fs.readlinkSync(at) }))
}

/** A link to what may not be seen leads somewhere. */
export function isDangling(link: string): boolean {
  try {
    fs.statSync(link)
    return false
  } catch (error) {
    if (error instanceof Error && "code" in error) return error.code === "ENOENT" || error.code === "ELOOP"
    throw error
  }
}

function listCopies(
  { root, kind, base }: SkillPlace,
  seen: ReadonlyMap<string, readonly HostId[]>,
): readonly FoundCopy[] {
  const real = fs.realpathSync(root)
  const keeper = kind === "user" ? "user" : base
  return fs.readdirSync(real, { withFileTypes: true }).flatMap((entry) => {
    const folder = path.join(real, entry.name)
    const file = path.join(folder, "SKILL.md")
    if (!entry.isDirectory() || !isPlainFile(file)) return []
    try {
      const { digest } = digestSkill(file, "folder")
      return [{ path: folder, digest, keeper, hosts: seen.get(file) ?? [] }]
    } catch (error) {
      // Links in it, too many files, or one that cannot be read: nobody can say that it is the same as another.
      if (error instanceof SkilletError || (error instanceof Error && "code" in error)) return []
      throw error
    }
  })
}

/** By the real path of each file, the agents that find it, whether they are on this machine or not. */
async function listSeers(session: Session): Promise<ReadonlyMap<string, readonly HostId[]>> {
  const seen = new Map<string, HostId[]>()
  for (const id of hostIds)
    for (const { listing } of await session.copies(id))
      for (const { realPath } of listing.skills) {
        const hosts = seen.get(realPath) ?? []
        if (!hosts.includes(id)) seen.set(realPath, [...hosts, id])
      }
  return seen
}
