import path from "node:path"
import { type Problem, problemAt } from "../../../problem/problem.ts"
import { problem } from "../../../skill/problems.ts"
import { type LinkBoundary, linkLeaves, mayEnter } from "./link-boundary.ts"
import {
  lstat,
  missingRoot,
  realPathOf,
  resolveEntry,
  sortedEntries,
  type Target,
  type FolderWalk,
  type WalkedFile,
  walkedFile,
} from "./folder-entries.ts"
import { tooDeep } from "./walk-problems.ts"

const MOST_DEPTH = 8

/**
 * Finds legacy commands: every `.md` file, with its directories as a namespace (`ops/hotfix.md` is `ops:hotfix`). A
 * directory with a SKILL.md is one command named after the directory; it hides the files next to it, but not the
 * subdirectories.
 */
export function walkCommands(root: string, boundary?: LinkBoundary): FolderWalk {
  const real = realPathOf(root)
  if (real === undefined) return { files: [], problems: missingRoot(root) }
  if (!mayEnter(boundary, real)) return { files: [], problems: [linkLeaves(boundary, root, real)] }
  const files: WalkedFile[] = []
  const problems: Problem[] = []
  const visited = new Set([real])
  walk({ path: root, real }, [])
  return { files, problems }

  function walk(folder: Pick<Target, "path" | "real">, space: readonly string[]): void {
    const targets = sortedEntries(folder.path, problems).flatMap((entry) => {
      if (entry.name === "node_modules" || entry.name === ".git") return []
      return resolveEntry({ folder: folder.path, real: folder.real, entry }, { problems, boundary }) ?? []
    })
    takeFiles(
      folder,
      targets.filter(({ kind }) => kind === "file"),
      space,
    )
    for (const target of targets.filter(({ kind }) => kind === "folder")) {
      if (visited.has(target.real)) continue
      if (space.length >= MOST_DEPTH) {
        problems.push(tooDeep(target.path, MOST_DEPTH))
        continue
      }
      visited.add(target.real)
      walk(target, [...space, path.basename(target.path)])
    }
  }

  function takeFiles(folder: Pick<Target, "path">, found: readonly Target[], space: readonly string[]): void {
    const skill = found.find((target) => path.basename(target.path) === "SKILL.md")
    if (skill !== undefined) {
      take(skill, space.length === 0 ? path.basename(folder.path) : space.join(":"), "folder")
      for (const target of found)
        if (target !== skill && target.path.endsWith(".md")) problems.push(hidden(target.path))
      return
    }
    for (const target of found) {
      if (target.path.endsWith(".md")) take(target, [...space, path.basename(target.path, ".md")].join(":"), "command")
      else if (/\.md$/i.test(target.path)) problems.push(wrongEnding(target.path))
    }
  }

  function take(target: Target, name: string, form: "folder" | "command"): void {
    const stat = lstat(target.path, problems)
    const walked =
      stat === undefined
        ? undefined
        : walkedFile({ file: target.path, real: target.real, name, form }, stat, { problems, boundary })
    if (walked !== undefined) files.push(walked)
  }
}

function hidden(file: string): Problem {
  const wording = {
    message: "the SKILL.md next to it hides this command",
    fix: "move the command out of this directory",
  }
  return problemAt(file, problem("source.unseen", {}, wording))
}

function wrongEnding(file: string): Problem {
  const wording = {
    message: "a command file must end in .md, in lowercase; this one is not read",
    fix: "rename its extension to .md",
  }
  return problemAt(file, problem("file.wrong-case", {}, wording))
}
