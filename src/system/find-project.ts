import fs from "node:fs"
import path from "node:path"
import { readPlainFile } from "./files/read-plain-file.ts"
import { listFoldersAbove } from "./own-files.ts"

export interface ProjectAndBranch {
  /** The same for all worktrees of a repository, so that they share their runs. */
  readonly project: string
  readonly branch: string
  /** The top directory of the working tree, or the directory itself without a repository. */
  readonly top: string
  /** The git directory of this working tree. */
  readonly gitFolder?: string | undefined
  /** For a worktree: the top directory of the checkout it was added from, if there is one. */
  readonly mainCheckout?: string | undefined
}

/** The project that a directory belongs to, by its real path. Does not run git. */
export function findProject(directory: string): ProjectAndBranch {
  const cwd = realPath(directory)
  const top = listFoldersAbove(cwd).find((folder) => fs.existsSync(path.join(folder, ".git")))
  if (top === undefined) return { project: cwd, branch: "", top: cwd }
  const own = gitFolder(path.join(top, ".git"))
  const common = own === undefined ? undefined : (readLine(path.join(own, "commondir")) ?? ".")
  const head = own === undefined ? undefined : readLine(path.join(own, "HEAD"))
  const project = own === undefined ? top : path.resolve(own, common ?? ".")
  return {
    top,
    project,
    gitFolder: own,
    mainCheckout: own !== project && path.basename(project) === ".git" ? path.dirname(project) : undefined,
    branch:
      head?.startsWith("ref: refs/heads/") === true ? head.slice("ref: refs/heads/".length) : (head ?? "").slice(0, 12),
  }
}

/** A directory that does not exist has no real path; code that needs it fails with its own message. */
function realPath(directory: string): string {
  try {
    return fs.realpathSync(directory)
  } catch (error) {
    if (error instanceof Error && "code" in error) return directory
    throw error
  }
}

/**
 * A worktree's `.git` is a file that names its git directory. Anyone can write such a file, so it counts only if the
 * git directory refers back to it: otherwise a directory could pose as a part of somebody else's project.
 */
function gitFolder(at: string): string | undefined {
  if (fs.lstatSync(at, { throwIfNoEntry: false })?.isDirectory() === true) return at
  const line = readLine(at)
  if (line?.startsWith("gitdir: ") !== true) return undefined
  const folder = path.resolve(path.dirname(at), line.slice("gitdir: ".length))
  return namesBack(folder, at) ? folder : undefined
}

function namesBack(folder: string, at: string): boolean {
  const worktree = readLine(path.join(folder, "gitdir"))
  if (worktree !== undefined) return realPath(path.resolve(folder, worktree)) === realPath(at)
  const own = /^\s*worktree\s*=\s*(.+)$/m.exec(readText(path.join(folder, "config")) ?? "")?.[1]?.trim()
  return own !== undefined && realPath(path.resolve(folder, own)) === realPath(path.dirname(at))
}

function readLine(file: string): string | undefined {
  return readText(file)?.split("\n")[0]?.trim()
}

const LONGEST = 4096

function readText(file: string): string | undefined {
  try {
    return readPlainFile(file, LONGEST).toString("utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}
