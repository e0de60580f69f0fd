import path from "node:path"
import type { SkillTree } from "../../../skill/place.ts"
import type { Problem } from "../../../problem/problem.ts"
import { type LinkBoundary, linkLeavesProblem, mayEnter } from "./link-boundary.ts"
import {
  type Candidate,
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
import { linkLoopProblem, tooDeepProblem, tooManyProblem, wrongCaseProblem } from "./walk-problems.ts"

const MOST_FOLDERS = 50_000
const SKILL_FILE = "SKILL.md"
const NOT_SKILLS = /^(readme|license|changelog|contributing|agents|claude|gemini|skill)\.md$/i

/** A walk in progress. */
interface Walking {
  readonly root: string
  readonly tree: SkillTree
  readonly files: WalkedFile[]
  readonly problems: Problem[]
  readonly boundary: LinkBoundary | undefined
  readonly visited: Set<string>
  folders: number
  deepest?: string
}

/**
 * Finds the skills below a directory. A missing directory has none. A directory that cannot be read, a link that is
 * broken, circular or leaves the boundary, and an exceeded limit are problems. The same tree always gives the same
 * order.
 */
export function walkSkills(root: string, tree: SkillTree, boundary?: LinkBoundary): FolderWalk {
  const real = resolveRealPath(root)
  if (real === undefined) return { files: [], problems: missingRootProblem(root) }
  if (!mayEnter(boundary, real)) return { files: [], problems: [linkLeavesProblem(boundary, root, real)] }
  if (tree.marker !== undefined && readLinkStats(`${root}/${tree.marker}`, []) === undefined)
    return { files: [], problems: [] }
  const walk: Walking = { root, tree, files: [], problems: [], boundary, visited: new Set([real]), folders: 0 }
  const isSkill = tree.rootSkill === true && takeSkill(walk, { path: root, real, name: path.basename(real) })
  if (!isSkill || tree.insideSkills === true) descend(walk, { path: root, real }, 1)
  if (walk.deepest !== undefined) walk.problems.push(tooDeepProblem(walk.deepest, tree.depth))
  if (walk.folders > mostFolders(tree)) walk.problems.push(tooManyProblem(root, mostFolders(tree)))
  return { files: walk.files, problems: walk.problems }
}

function descend(walk: Walking, folder: Pick<Target, "path" | "real">, depth: number): void {
  const isExamined = depth > 1 || walk.tree.rootSkill === true
  for (const entry of readSortedEntries(folder.path, walk.problems)) {
    // What is wrong with a link that should be the skill itself was said when the directory was entered.
    if (isExamined && entry.name === SKILL_FILE && entry.isSymbolicLink()) continue
    const target = resolveEntry({ folder: folder.path, real: folder.real, entry }, walk)
    if (target === undefined) continue
    if (target.kind === "file") {
      if (walk.tree.flat === true && depth === 1) takeFlat(walk, target)
      continue
    }
    if (isSkipped(entry.name, walk.tree) || depth > walk.tree.depth) continue
    if (++walk.folders > mostFolders(walk.tree)) return
    enter(walk, target, depth)
  }
}

function mostFolders(tree: SkillTree): number {
  return tree.mostFolders ?? MOST_FOLDERS
}

function enter(walk: Walking, target: Target, depth: number): void {
  const isSkill = takeSkill(walk, { path: target.path, real: target.real, name: path.basename(target.path) })
  if (isSkill && walk.tree.insideSkills !== true) return
  if (target.linked && leadsBack(target, walk.root)) {
    if (!isSkill) walk.problems.push(linkLoopProblem(target.path))
    return
  }
  if (walk.visited.has(target.real)) return
  walk.visited.add(target.real)
  if (depth < walk.tree.depth) return descend(walk, target, depth + 1)
  if (!isSkill && walk.tree.depth > 1 && hasFolders(target.path)) walk.deepest ??= target.path
}

function takeSkill(
  walk: Walking,
  folder: { readonly path: string; readonly real: string; readonly name: string },
): boolean {
  const plain = readLinkStats(`${folder.path}/${SKILL_FILE}`, walk.problems)
  const name = plain === undefined ? otherCase(walk, folder.path) : SKILL_FILE
  if (name === undefined) return false
  const stat = plain ?? readLinkStats(`${folder.path}/${name}`, walk.problems)
  const at: Candidate = {
    file: `${folder.path}/${name}`,
    real: `${folder.real}/${name}`,
    name: folder.name,
    form: "folder",
  }
  const walked = stat === undefined ? undefined : examineFile(at, stat, walk)
  if (walked !== undefined) walk.files.push(walked)
  return true
}

/** A file named skill.md in another case: always reported, and used if the layout allows it. */
function otherCase(walk: Walking, folder: string): string | undefined {
  const other = readSortedEntries(folder, []).find(({ name }) => name.toLowerCase() === "skill.md")?.name
  if (other === undefined) return undefined
  walk.problems.push(wrongCaseProblem(`${folder}/${other}`, walk.tree.anyCase === true))
  return walk.tree.anyCase === true ? other : undefined
}

function takeFlat(walk: Walking, target: Target): void {
  const base = path.basename(target.path)
  if (!base.endsWith(".md") || NOT_SKILLS.test(base)) return
  const stat = readLinkStats(target.path, walk.problems)
  const at: Candidate = { file: target.path, real: target.real, name: base.slice(0, -3), form: "flat" }
  const walked = stat === undefined ? undefined : examineFile(at, stat, walk)
  if (walked !== undefined) walk.files.push(walked)
}

function isSkipped(name: string, tree: SkillTree): boolean {
  if (name === ".git" || (name === "node_modules" && tree.nodeModules !== true)) return true
  return name.startsWith(".") && tree.dotFolders !== true
}

/** Following a link to a parent directory would never end. */
function leadsBack(target: Target, root: string): boolean {
  for (let above = path.dirname(target.path); above.length >= root.length; above = path.dirname(above)) {
    if (resolveRealPath(above) === target.real) return true
    if (above === path.dirname(above)) return false
  }
  return false
}

function hasFolders(folder: string): boolean {
  return readSortedEntries(folder, []).some(
    (entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules",
  )
}
