import fs from "node:fs"
import path from "node:path"
import { upwardsFrom } from "../surroundings.ts"

/** Which project a folder belongs to, so that worktrees of one repository share their runs, and its branch. Git is not asked. */
export function projectOf(cwd: string): { readonly project: string; readonly branch: string } {
  const top = upwardsFrom(cwd).find((folder) => fs.existsSync(path.join(folder, ".git")))
  if (top === undefined) return { project: cwd, branch: "" }
  const own = gitFolder(path.join(top, ".git"))
  const common = own === undefined ? undefined : (readLine(path.join(own, "commondir")) ?? ".")
  const head = own === undefined ? undefined : readLine(path.join(own, "HEAD"))
  return {
    project: own === undefined ? top : path.resolve(own, common ?? "."),
    branch:
      head?.startsWith("ref: refs/heads/") === true ? head.slice("ref: refs/heads/".length) : (head ?? "").slice(0, 12),
  }
}

/** A worktree's `.git` is a file that says where its folder is. */
function gitFolder(at: string): string | undefined {
  if (fs.statSync(at, { throwIfNoEntry: false })?.isDirectory() === true) return at
  const line = readLine(at)
  return line?.startsWith("gitdir: ") === true
    ? path.resolve(path.dirname(at), line.slice("gitdir: ".length))
    : undefined
}

function readLine(file: string): string | undefined {
  try {
    const text = fs.readFileSync(file, "utf8")
    return text.length > 4096 ? undefined : text.split("\n")[0]?.trim()
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}
