import fs from "node:fs"
import type { Problem } from "../../../problem/problem.ts"
import { type LinkBoundary, linkLeavesProblem, mayEnter, mayRead } from "./link-boundary.ts"
import {
  brokenLinkProblem,
  linkLoopProblem,
  notRegularProblem,
  oddNameProblem,
  unreadableProblem,
} from "./walk-problems.ts"
import type { SkillForm } from "../../../skill/skill-form.ts"
import { readErrorCode } from "../../../problem/failure.ts"

/** A file that contains a skill, found but not read. */
export interface WalkedFile {
  readonly name: string
  readonly form: SkillForm
  readonly path: string
  readonly realPath: string
  readonly size: number
  readonly changed: number
  readonly linked?: true
}

export interface FolderWalk {
  readonly files: readonly WalkedFile[]
  readonly problems: readonly Problem[]
}

/** What a directory entry leads to, with links followed. */
export interface Target {
  readonly kind: "folder" | "file"
  readonly path: string
  readonly real: string
  readonly linked: boolean
}

/** A file by the path that was searched, with its name as a skill. */
export interface Candidate {
  readonly file: string
  readonly real: string
  readonly name: string
  readonly form: WalkedFile["form"]
}

/** Where a walk reports its problems, and the boundary it may not leave. */
export interface Looking {
  readonly problems: Problem[]
  readonly boundary?: LinkBoundary | undefined
}

/** The candidate with its facts; undefined, with a problem, if it does not lead to a regular file. */
export function examineFile(at: Candidate, stat: fs.Stats, { problems, boundary }: Looking): WalkedFile | undefined {
  if (stat.isFile()) {
    if (!mayRead(boundary, at.real)) return void problems.push(linkLeavesProblem(boundary, at.file, at.real))
    return {
      name: at.name,
      form: at.form,
      path: at.file,
      realPath: at.real,
      size: stat.size,
      changed: readChangeTime(stat),
    }
  }
  if (!stat.isSymbolicLink()) return void problems.push(notRegularProblem(at.file))
  const real = resolveRealPath(at.file)
  const behind = real === undefined ? undefined : readLinkStats(real, problems)
  if (real === undefined || behind === undefined) return void problems.push(brokenLinkProblem(at.file))
  if (!mayRead(boundary, real)) return void problems.push(linkLeavesProblem(boundary, at.file, real))
  if (!behind.isFile()) return void problems.push(notRegularProblem(at.file))
  return {
    name: at.name,
    form: at.form,
    path: at.file,
    realPath: real,
    size: behind.size,
    changed: readChangeTime(behind),
    linked: true,
  }
}

export function resolveEntry(
  at: { readonly folder: string; readonly real: string; readonly entry: fs.Dirent },
  { problems, boundary }: Looking,
): Target | undefined {
  const file = `${at.folder}/${at.entry.name}`
  const real = `${at.real}/${at.entry.name}`
  if (at.entry.isDirectory()) return { kind: "folder", path: file, real, linked: false }
  if (at.entry.isFile()) return { kind: "file", path: file, real, linked: false }
  if (!at.entry.isSymbolicLink()) return undefined
  const behind = resolveRealPath(file)
  if (behind === undefined) return void problems.push(leadsNowhere(file))
  const stat = readLinkStats(behind, problems)
  if (stat === undefined) return undefined
  const isFolder = stat.isDirectory()
  if (isFolder ? !mayEnter(boundary, behind) : !mayRead(boundary, behind)) {
    // A link to something that is never read as a skill does not matter.
    if (isFolder || /\.md$/i.test(file)) problems.push(linkLeavesProblem(boundary, file, behind))
    return undefined
  }
  return { kind: isFolder ? "folder" : "file", path: file, real: behind, linked: true }
}

/** The entries of a directory by name; none if it does not exist, and a problem if it cannot be read. */
export function readSortedEntries(folder: string, problems: Problem[]): readonly fs.Dirent[] {
  try {
    const entries = fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
    return entries.filter((entry) => isReadableName(folder, entry.name, problems))
  } catch (error) {
    if (readErrorCode(error) !== "ENOENT" && readErrorCode(error) !== "ENOTDIR")
      problems.push(unreadableProblem(folder, error))
    return []
  }
}

/** A name that is not UTF-8 is returned with replacement characters, and cannot be opened. */
function isReadableName(folder: string, name: string, problems: Problem[]): boolean {
  if (!name.includes("\ufffd") || fs.existsSync(`${folder}/${name}`)) return true
  problems.push(oddNameProblem(`${folder}/${name}`))
  return false
}

export function resolveRealPath(file: string): string | undefined {
  try {
    return fs.realpathSync(file)
  } catch (error) {
    if (readErrorCode(error) === undefined) throw error
    return undefined
  }
}

export function readLinkStats(file: string, problems: Problem[]): fs.Stats | undefined {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false })
  } catch (error) {
    if (readErrorCode(error) !== "ENOTDIR" && readErrorCode(error) !== "ELOOP")
      problems.push(unreadableProblem(file, error))
    return undefined
  }
}

/** What is wrong with a directory that cannot be read; nothing if it simply does not exist. */
export function missingRootProblem(root: string): readonly Problem[] {
  const problems: Problem[] = []
  const isLink = readLinkStats(root, problems)?.isSymbolicLink() === true
  return isLink ? [leadsNowhere(root)] : problems
}

/** A link that cannot be followed: it is circular, or its target does not exist. */
export function leadsNowhere(link: string): Problem {
  try {
    fs.statSync(link)
    return brokenLinkProblem(link)
  } catch (error) {
    return readErrorCode(error) === "ELOOP" ? linkLoopProblem(link) : brokenLinkProblem(link)
  }
}

/** Changes with every write, even one that keeps the modification time. */
function readChangeTime(stat: fs.Stats): number {
  return Math.max(stat.mtimeMs, stat.ctimeMs)
}
