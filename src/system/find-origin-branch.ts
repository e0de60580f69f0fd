import fs from "node:fs"
import path from "node:path"
import type { ProjectAndBranch } from "./find-project.ts"

/**
 * The branch from which the current one was created, or the name that it had before, by git's logs. Undefined if they do
 * not say. Does not run git.
 */
export function findOriginBranch({ project, branch, gitFolder }: ProjectAndBranch): string | undefined {
  if (gitFolder === undefined || branch === "") return undefined
  const log = path.join(project, "logs/refs/heads", branch)
  const renamed = findOldName(log, branch)
  if (renamed !== undefined) return renamed
  const first = readPart(log, "start").split("\n")[0] ?? ""
  const from = /\tbranch: Created from (?:refs\/heads\/)?(\S+)$/.exec(first)?.[1]
  if (from === undefined || from === branch) return undefined
  if (from !== "HEAD") return from
  return findLastMove(path.join(gitFolder, "logs/HEAD"), branch) ?? findCheckedOut(project, gitFolder)
}

/** What a branch was called before `git branch -m`. */
function findOldName(log: string, branch: string): string | undefined {
  const renames = [...readPart(log, "end").matchAll(/\tBranch: renamed refs\/heads\/(\S+) to refs\/heads\/(\S+)$/gm)]
  const [, from, to] = renames.at(-1) ?? []
  return to === branch && from !== branch ? from : undefined
}

/** Where `git checkout -b` or `git switch -c` came from. */
function findLastMove(log: string, branch: string): string | undefined {
  const moves = readPart(log, "end").matchAll(/\tcheckout: moving from (\S+) to (\S+)$/gm)
  return [...moves].find(([, , to]) => to === branch)?.[1]
}

/** `git worktree add` starts from what the main checkout has. */
function findCheckedOut(project: string, gitFolder: string): string | undefined {
  if (gitFolder === project) return undefined
  return /^ref: refs\/heads\/(\S+)/.exec(readPart(path.join(project, "HEAD"), "start"))?.[1]
}

const MOST = 256 * 1024

/** Logs grow without limit. */
function readPart(file: string, part: "start" | "end"): string {
  try {
    const handle = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
    try {
      const { size } = fs.fstatSync(handle)
      const buffer = Buffer.alloc(Math.min(size, part === "start" ? 4096 : MOST))
      fs.readSync(handle, buffer, 0, buffer.length, part === "start" ? 0 : size - buffer.length)
      return buffer.toString("utf8")
    } finally {
      fs.closeSync(handle)
    }
  } catch (error) {
    // Without logs, nothing is known about the origin.
    if (error instanceof Error && "code" in error) return ""
    throw error
  }
}
