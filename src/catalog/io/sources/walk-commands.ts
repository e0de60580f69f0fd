import path from "node:path"
import { type Problem, placeProblem } from "../../../problem/problem.ts"
import { skillProblem } from "../../../skill/problems.ts"
import { type LinkBoundary, linkLeavesProblem, mayEnter } from "./link-boundary.ts"
import {
  readLinkStats,
  missingRootProblem,
  resolveRealPath,
  resolveEntry,
  readSortedEntries,
  type Target,
  type FolderWalk,
  type WalkedFile,
  examineFile,
} from "./folder-entries.ts"
import { tooDeepProblem } from "./walk-problems.ts"

const MOST_DEPTH = 8

/**
 * Finds legacy commands: every `.md` file, with its directories as a namespace (`ops/hotfix.md` is `ops:hotfix`). A
 * directory with a SKILL.md is one command named after the directory; it hides the files next to it, but not the
 * subdirectories.
 */
export function walkCommands(root: string, boundary?: LinkBoundary): FolderWalk {
  const real = resolveRealPath(root)
  if (real === undefined) return { files: [], problems: missingRootProblem(root) }
  if (!mayEnter(boundary, real)) return { files: [], problems: [linkLeavesProblem(boundary, root, real)] }
  const files: WalkedFile[] = []
  const problems: Problem[] = []
  const visited = new Set([real])
  walk({ path: root, real }, [])
  return { files, problems }

  function walk(folder: Pick<Target, "path" | "real">, space: readonly string[]): void {
    const targets = readSortedEntries(folder.path, problems).flatMap((entry) => {
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
        problems.push(tooDeepProblem(target.path, MOST_DEPTH))
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
    const stat = readLinkStats(target.path, problems)
    const walked =
      stat === undefined
        ? undefined
        : examineFile({ file: target.path, real: target.real, name, form }, stat, { problems, boundary })
    if (walked !== undefined) files.push(walked)
  }
}

function hidden(file: string): Problem {
  const wording = {
    message: "the SKILL.md next to it hides this command",
    fix: "move the command out of this directory",
  }
  return placeProblem(file, skillProblem("source.unseen", {}, wording))
}

function wrongEnding(file: string): Problem {
  const wording = {
    message: "a command file must end in .md, in lowercase; this one is not read",
    fix: "rename its extension to .md",
  }
  return placeProblem(file, skillProblem("file.wrong-case", {}, wording))
}
