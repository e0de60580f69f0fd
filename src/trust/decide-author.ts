import path from "node:path"
import { isBelow } from "../text/folder-paths.ts"

/** What is known about one file or directory on the way to a skill. */
export interface WayPart {
  readonly path: string
  readonly kind: "directory" | "file" | "link" | "other"
  /** It belongs to the current user. */
  readonly isOwn: boolean
  /** It belongs to the system's own user. */
  readonly isOfSystem: boolean
  /** Somebody besides its owner may write to it. */
  readonly isShared: boolean
  /** Others may add files, and change or remove only their own. */
  readonly isSticky: boolean
}

export interface AuthorFacts {
  /** The directory, and every directory above it, from the root. */
  readonly way: readonly WayPart[]
  readonly home: string
  /** The directory is the top of a repository. */
  readonly isRepository: boolean
}

/**
 * Why a person's own skills may not be in a directory; undefined if they may. What others can put there, or put in its
 * place, is never the person's own.
 */
export function findAuthorFault({ way, home, isRepository }: AuthorFacts): string | undefined {
  const own = way.at(-1)
  if (own === undefined) return "it does not exist"
  const wrong = way.find(({ kind }) => kind !== "directory")
  if (wrong !== undefined) return `${wrong.path} ${wrong.kind === "link" ? "is a link" : "is not a directory"}`
  if (!own.isOwn) return "it belongs to another user"
  if (own.isShared) return "other users may write to it"
  const above = way.slice(0, -1).find((part) => !(part.isOwn || part.isOfSystem) || (part.isShared && !part.isSticky))
  if (above !== undefined) return `other users could replace it, because they may change ${above.path}`
  if (isBelow(own.path, home)) return "it has everything that you have; name the directory of your skills"
  if (isRepository) return "it is a whole repository; name the directory of your skills in it"
  const parts = own.path.split(path.sep)
  const foreign = ["node_modules", ".git"].find((name) => parts.includes(name))
  if (foreign !== undefined) return `others put files into ${foreign}`
  return /\/plugins\/cache(?:\/|$)/.test(own.path) ? "plugins are installed there" : undefined
}

export interface AuthoredFacts {
  /** From below the granted directory down to the skill, then everything in the skill's directory. */
  readonly parts: readonly WayPart[]
  /** Directories among them that are repositories of their own. */
  readonly repositories: readonly string[]
}

/** Why a skill in a granted directory is not the person's own; undefined if it is. */
export function findAuthoredFault({ parts, repositories }: AuthoredFacts): string | undefined {
  const [repository] = repositories
  if (repository !== undefined) return `${repository} is a repository of its own`
  const packages = parts.find(({ path: at }) => path.basename(at) === "node_modules")
  if (packages !== undefined) return `others put files into ${packages.path}`
  const odd = parts.find(({ kind }) => kind === "link" || kind === "other")
  if (odd !== undefined) return `${odd.path} is ${odd.kind === "link" ? "a link" : "not a plain file"}`
  const foreign = parts.find(({ isOwn }) => !isOwn)
  if (foreign !== undefined) return `${foreign.path} belongs to another user`
  const shared = parts.find(({ isShared }) => isShared)
  return shared === undefined ? undefined : `other users may write to ${shared.path}`
}
