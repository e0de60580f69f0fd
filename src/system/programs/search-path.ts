import path from "node:path"
import { isBelow } from "../../text/folder-paths.ts"

/** What is known about one file or directory that leads to a program. */
export interface ProgramFacts {
  readonly path: string
  readonly owner: number
  /** The owner of the name itself, which differs if it is a link. */
  readonly nameOwner: number
  readonly group: number
  readonly mode: number
}

/** A name on the search path, or a program, with everything that decides whether it can be relied on. */
export interface PlaceFacts {
  /** As it is written. */
  readonly name: string
  /** Its real path; undefined if it does not exist. */
  readonly real?: string | undefined
  /** Every directory above it, by both names, and itself last. */
  readonly way: readonly ProgramFacts[]
}

/** The person and the project that programs are searched for. */
export interface SearchFacts {
  readonly user: number
  /** Owners that stand for the system. */
  readonly system: readonly number[]
  /** Groups in which nobody else is. */
  readonly ownGroups: readonly number[]
  /** The directories that are worked on, and the repositories around them, each by both names. */
  readonly projects: readonly string[]
  /** The user's home, by both names. */
  readonly homes: readonly string[]
  /** The directory of the node that runs Skillet. A user who can replace that one has no need of another program. */
  readonly node: string
}

/** Why a place is not used. */
export type Distrust =
  | { readonly kind: "relative" }
  | { readonly kind: "in-project"; readonly project: string }
  | { readonly kind: "package-programs"; readonly project: string }
  | { readonly kind: "others-write"; readonly at: string }

export interface RefusedPlace {
  readonly name: string
  readonly why: Distrust
}

/** The directories to search, by their real paths and in their order, and those that were refused. */
export interface SearchedFolders {
  readonly folders: readonly string[]
  readonly refused: readonly RefusedPlace[]
}

/** Decides which entries of a search path may be used. Entries that do not exist are left out. */
export function decideFolders(entries: readonly PlaceFacts[], facts: SearchFacts): SearchedFolders {
  const judged = entries.map((place) => ({ place, why: findDistrust(place, facts) }))
  const used = judged.flatMap(({ place, why }) => (why === undefined && place.real !== undefined ? [place.real] : []))
  const refused = judged.flatMap(({ place, why }) => (why === undefined ? [] : [{ name: place.name, why }]))
  const isFirst = ({ name }: RefusedPlace, at: number) => refused.findIndex((other) => other.name === name) === at
  return { folders: [...new Set(used)], refused: refused.filter(isFirst) }
}

/** Why a directory or a program must not be relied on; undefined if it may be. */
export function findDistrust(place: PlaceFacts, facts: SearchFacts): Distrust | undefined {
  if (!path.isAbsolute(place.name)) return { kind: "relative" }
  const project = findOwningProject(place, facts)
  if (project !== undefined) return project
  const written = place.way.find((one, at) => isOpenToOthers(one, at === place.way.length - 1, facts))
  return written === undefined ? undefined : { kind: "others-write", at: written.path }
}

/** Whether a place belongs to a project: it is inside, or it has the programs of packages that the project uses. */
export function findOwningProject(
  { name, real }: Pick<PlaceFacts, "name" | "real">,
  { projects, homes }: Pick<SearchFacts, "projects" | "homes">,
): (Distrust & { readonly project: string }) | undefined {
  const names = [path.resolve(name), ...(real === undefined ? [] : [real])]
  for (const project of projects) {
    if (names.some((one) => isPackageFolder(one, project))) return { kind: "package-programs", project }
    // Somebody who works in their home directory still uses the programs that are installed there.
    const isHome = homes.some((home) => isBelow(project, home))
    if (!isHome && names.some((one) => isBelow(project, one))) return { kind: "in-project", project }
  }
  return undefined
}

const MODULES = `${path.sep}node_modules${path.sep}`

/** Whether a path is in the `node_modules` of a project or of a directory above it, where npx finds programs. */
function isPackageFolder(place: string, project: string): boolean {
  const marked = `${place}${path.sep}`
  for (let at = marked.indexOf(MODULES); at !== -1; at = marked.indexOf(MODULES, at + 1)) {
    const holder = marked.slice(0, at) || path.sep
    if (isBelow(holder, project)) return true
  }
  return false
}

const STICKY = 0o1000
const GROUP_WRITES = 0o020
const OTHERS_WRITE = 0o002

/**
 * Whether another user could replace it or what it contains. In a sticky directory nobody can replace what belongs to
 * us or to the system, but anybody can add a program.
 */
function isOpenToOthers(file: ProgramFacts, isLast: boolean, facts: SearchFacts): boolean {
  const isOurs = (owner: number) => owner === facts.user || facts.system.includes(owner)
  const isSticky = (file.mode & STICKY) !== 0
  if (!isSticky && isBelow(file.path, facts.node)) return false
  if (!isOurs(file.owner) || !isOurs(file.nameOwner)) return true
  if (!isLast && isSticky) return false
  if ((file.mode & OTHERS_WRITE) !== 0) return true
  return (file.mode & GROUP_WRITES) !== 0 && !facts.ownGroups.includes(file.group)
}

/** How a Skillet was started: by which script, and where its package is. */
export interface StartFacts {
  /** The script as it was named, and by its real path. */
  readonly script: PlaceFacts
  /** The real directory of our package. */
  readonly own: string
}

/**
 * The project whose packages include the Skillet that is running; undefined for one that is installed elsewhere, for
 * our own clone, and for programs that use Skillet as a library.
 */
export function findStartingProject(
  { script, own }: StartFacts,
  facts: Pick<SearchFacts, "projects" | "homes">,
): string | undefined {
  const modules = path.join(own, "node_modules")
  const isOurs = script.real !== undefined && isBelow(own, script.real) && !isBelow(modules, script.real)
  if (!isOurs) return undefined
  // The link in the clone's own node_modules leads to the clone itself.
  const outside = facts.projects.filter((project) => !isBelow(own, project) || own.includes(MODULES))
  return findOwningProject(script, { ...facts, projects: outside })?.project
}

/** A sentence about a refused place. */
export function describeDistrust({ name, why }: RefusedPlace): string {
  const shown = name === "" ? "an empty entry" : name
  switch (why.kind) {
    case "relative":
      return `${shown} (not an absolute path)`
    case "in-project":
      return `${shown} (inside the project)`
    case "package-programs":
      return `${shown} (programs of the project's packages)`
    case "others-write":
      return `${shown} (another user can write to ${why.at})`
  }
}
