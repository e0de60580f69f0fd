import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { makeDirectory } from "../../system/files/make-directory.ts"
import { isOfOtherUser } from "../../system/files/is-of-other-user.ts"
import { replaceFile } from "../../system/files/replace-file.ts"
import { withFileLock } from "../../system/programs/with-file-lock.ts"
import { readOwnGroups } from "../../system/programs/find-program.ts"
import { isMap } from "../../text/is-map.ts"
import { findAuthorFault, findAuthoredFault, type WayPart } from "../decide-author.ts"

/** A directory whose skills a person says to write alone: they need no approval of their content. */
export interface AuthorGrant {
  /** Its real path. */
  readonly path: string
  /** Which directory it is, so that another one in its place is not meant. */
  readonly identity: string
  readonly grantedAt: string
}

export interface ListedAuthorGrant extends AuthorGrant {
  readonly state: "valid" | "ended"
  /** Why it has no effect. */
  readonly reason?: string | undefined
}

export interface AuthorStore {
  list(home: string): readonly ListedAuthorGrant[]
  /** Why the file with the grants cannot be used; then nothing is granted. */
  readonly broken: string | undefined
  add(directory: string, home: string): AuthorGrant
  remove(directory: string): boolean
  /** Whether the skill whose file this is, is in a granted directory, and nobody else could have written it. */
  covers(file: string, home: string): boolean
}

/** Grants are in the user's data directory, where no project can reach them; only the user can access the file. */
export function openAuthorStore(folder: string): AuthorStore {
  const file = path.join(folder, "authors.json")
  const stored = readGrants(file)
  const grants = typeof stored === "string" ? [] : stored
  const change = (act: (all: readonly AuthorGrant[]) => readonly AuthorGrant[]) => {
    makeDirectory(folder, 0o700)
    withFileLock(file, reportBusy, () => {
      const now = readGrants(file)
      if (typeof now === "string") throw reportBroken(file, now)
      const text = JSON.stringify({ edition: 1, authors: act(now) }, null, 1)
      replaceFile(file, `${text}\n`, { mode: 0o600, isDurable: true })
    })
  }
  return {
    broken: typeof stored === "string" ? `${file}: ${stored}` : undefined,
    list: (home) => grants.map((grant) => describeGrant(grant, home)),
    add(directory, home) {
      const grant = { path: checkAuthorDirectory(directory, home), identity: identify(directory), grantedAt: now() }
      change((all) => [...all.filter((one) => one.path !== grant.path), grant])
      return grant
    },
    remove(directory) {
      const isThere = grants.some((one) => one.path === directory)
      if (isThere) change((all) => all.filter((one) => one.path !== directory))
      return isThere
    },
    covers: (skill, home) =>
      grants.some((grant) => skill.startsWith(`${grant.path}/`) && isCovered(skill, grant, home)),
  }
}

/** The real path of a directory that can be granted; throws for any other. */
export function checkAuthorDirectory(directory: string, home: string): string {
  const fault = explainFault(directory, home)
  if (fault === undefined) return directory
  throw new SkilletError("trust.no-author", `${directory} cannot be yours alone: ${fault}`, {
    retry: "no",
    next: "name a real directory that only you can write to, or approve skills one by one with skillet trust add",
  })
}

function now(): string {
  return new Date().toISOString()
}

function describeGrant(grant: AuthorGrant, home: string): ListedAuthorGrant {
  const reason = explainFault(grant.path, home) ?? explainReplacement(grant)
  return reason === undefined ? { ...grant, state: "valid" } : { ...grant, state: "ended", reason }
}

function explainReplacement({ path: at, identity }: AuthorGrant): string | undefined {
  return identify(at) === identity ? undefined : "another directory is in its place now"
}

function isCovered(skill: string, grant: AuthorGrant, home: string): boolean {
  return describeGrant(grant, home).state === "valid" && explainSkillFault(skill, grant.path) === undefined
}

/** A clone or a checkout makes new directories; this number changes with them. */
function identify(directory: string): string {
  const { dev, ino, birthtimeMs } = fs.lstatSync(directory)
  return `${dev}:${ino}:${Math.round(birthtimeMs)}`
}

function explainFault(directory: string, home: string): string | undefined {
  const parts = directory.split(path.sep)
  const readPart = openPartReader()
  const way = parts.map((_, at) => readPart(parts.slice(0, at + 1).join(path.sep) || path.sep))
  if (way.some((part) => part === undefined)) return "it does not exist"
  const isRepository = fs.existsSync(path.join(directory, ".git"))
  return findAuthorFault({ way: way.filter((part) => part !== undefined), home, isRepository })
}

const MOST_FILES = 5000

function explainSkillFault(skill: string, granted: string): string | undefined {
  const own = path.dirname(skill)
  const between = path.relative(granted, own).split(path.sep)
  const folders = between.filter((one) => one !== "").map((_, at) => path.join(granted, ...between.slice(0, at + 1)))
  const isFolder = path.basename(skill).toLowerCase() === "skill.md" && own !== granted
  const files = isFolder ? listBelow(own) : [skill]
  if (files === undefined) return "it has too many files"
  const all = [...folders, ...files]
  const parts = all.map(openPartReader())
  if (parts.some((part) => part === undefined)) return "it changes right now"
  return findAuthoredFault({
    parts: parts.filter((part) => part !== undefined),
    repositories: all.filter((one) => path.basename(one) === ".git" || fs.existsSync(path.join(one, ".git"))),
  })
}

/** Everything in a directory, without following links; undefined if it is too much. */
function listBelow(folder: string): readonly string[] | undefined {
  const found: string[] = []
  const open = [folder]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const entry of fs.readdirSync(at, { withFileTypes: true })) {
      const below = path.join(at, entry.name)
      found.push(below)
      if (found.length > MOST_FILES) return undefined
      if (entry.isDirectory()) open.push(below)
    }
  return found
}

function openPartReader(): (at: string) => WayPart | undefined {
  const user = process.geteuid?.()
  let groups: readonly number[] | undefined
  const isForGroup = ({ mode, gid }: fs.Stats) => {
    if ((mode & 0o020) === 0) return false
    groups ??= readOwnGroups()
    return !groups.includes(gid)
  }
  return (at) => {
    const stat = fs.lstatSync(at, { throwIfNoEntry: false })
    if (stat === undefined) return undefined
    return {
      path: at,
      kind: stat.isSymbolicLink() ? "link" : stat.isDirectory() ? "directory" : stat.isFile() ? "file" : "other",
      isOwn: user !== undefined && stat.uid === user,
      isOfSystem: stat.uid === 0,
      isShared: (stat.mode & 0o002) !== 0 || isForGroup(stat),
      isSticky: (stat.mode & 0o1000) !== 0,
    }
  }
}

function readGrants(file: string): readonly AuthorGrant[] | string {
  if (!fs.existsSync(path.dirname(file))) return []
  const stat = fs.lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (!stat.isFile()) return "it is not a regular file"
  if ((stat.mode & 0o022) !== 0) return "other users may write to it"
  if (isOfOtherUser(file) || isOfOtherUser(path.dirname(file))) return "it belongs to another user"
  try {
    const stored: unknown = JSON.parse(fs.readFileSync(file, "utf8"))
    const authors = isMap(stored) && stored["edition"] === 1 ? stored["authors"] : undefined
    return Array.isArray(authors) && authors.every(isGrant) ? authors : "it has an entry that cannot be understood"
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return "it is not JSON"
  }
}

function isGrant(entry: unknown): entry is AuthorGrant {
  return isMap(entry) && ["path", "identity", "grantedAt"].every((key) => typeof entry[key] === "string")
}

function reportBusy(file: string): SkilletError {
  return new SkilletError("trust.busy", `${file} is being written by another process`, {
    retry: "later",
    next: "try again in a moment",
  })
}

function reportBroken(file: string, why: string): SkilletError {
  return new SkilletError("trust.unreadable", `${file} cannot be used: ${why}`, {
    retry: "no",
    next: `correct or delete ${file}; it grants nothing until then`,
  })
}
