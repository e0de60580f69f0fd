import fs from "node:fs"
import path from "node:path"
import type { SkillTree } from "../../skill/place.ts"
import { type Problem, problem, problemAt, type ProblemCode } from "../../skill/problem.ts"

/** A file that holds a skill, found but not read. */
export interface WalkedFile {
  readonly name: string
  readonly form: "folder" | "flat" | "command"
  readonly path: string
  readonly realPath: string
  readonly size: number
  readonly changed: number
  readonly linked?: true
}

export interface Walk {
  readonly files: readonly WalkedFile[]
  readonly problems: readonly Problem[]
}

const MOST_FOLDERS = 50_000
const SKILL_FILE = "SKILL.md"
const NOT_SKILLS = /^(readme|license|changelog|contributing|agents|claude|gemini)\.md$/i

/**
 * Finds the skills below a folder. A folder that is not there holds none; one that cannot be read, a link that leads
 * nowhere or in a circle, and a bound that was hit are problems. Same tree, same order.
 */
export function walkSkills(root: string, tree: SkillTree): Walk {
  const realRoot = realPathOf(root)
  if (realRoot === undefined) return { files: [], problems: brokenRoot(root) }
  const files: WalkedFile[] = []
  const problems: Problem[] = []
  const visited = new Set([realRoot])
  let folders = 0
  let tooDeep: string | undefined

  if (tree.rootSkill === true && takeSkill({ folder: root, real: realRoot, name: path.basename(realRoot) }))
    return { files, problems }
  descend(root, realRoot, 1)
  if (tooDeep !== undefined) problems.push(deep(tooDeep, tree.depth))
  return { files, problems }

  function descend(folder: string, real: string, depth: number): void {
    for (const entry of sortedEntries(folder, problems)) {
      if (folders > MOST_FOLDERS) return
      const target = resolveEntry({ folder, real, entry }, problems)
      if (target === undefined) continue
      if (target.kind === "file") {
        if (tree.flat === true && depth === 1) takeFlat(target)
        continue
      }
      if (isSkipped(entry.name)) continue
      folders++
      if (folders > MOST_FOLDERS) return void problems.push(many(root))
      enter(target, depth)
    }
  }

  function enter(target: Target, depth: number): void {
    const isSkill = takeSkill({ folder: target.path, real: target.real, name: path.basename(target.path) })
    if (isSkill && tree.insideSkills !== true) return
    if (visited.has(target.real) || isInside(target.real, target.path, root)) {
      if (target.linked && !isSkill && isInside(target.real, target.path, root)) problems.push(loop(target.path))
      return
    }
    visited.add(target.real)
    if (depth < tree.depth) return descend(target.path, target.real, depth + 1)
    if (!isSkill && tree.depth > 1 && hasFolders(target.path)) tooDeep ??= target.path
  }

  function takeSkill(at: { readonly folder: string; readonly real: string; readonly name: string }): boolean {
    const file = `${at.folder}/${SKILL_FILE}`
    const stat = lstat(file, problems)
    if (stat === undefined) return takeOtherCase(at)
    return take({ file, real: `${at.real}/${SKILL_FILE}`, name: at.name, form: "folder" }, stat)
  }

  function takeOtherCase(at: { readonly folder: string; readonly real: string; readonly name: string }): boolean {
    const other = sortedEntries(at.folder, []).find(({ name }) => name.toLowerCase() === "skill.md")?.name
    if (other === undefined) return false
    problems.push(wrongCase(`${at.folder}/${other}`, tree.anyCase === true))
    const stat = tree.anyCase === true ? lstat(`${at.folder}/${other}`, problems) : undefined
    return (
      stat !== undefined &&
      take({ file: `${at.folder}/${other}`, real: `${at.real}/${other}`, name: at.name, form: "folder" }, stat)
    )
  }

  function takeFlat(target: Target): void {
    const base = path.basename(target.path)
    if (!base.endsWith(".md") || NOT_SKILLS.test(base) || base.toLowerCase() === "skill.md") return
    const stat = lstat(target.path, problems)
    if (stat !== undefined) take({ file: target.path, real: target.real, name: base.slice(0, -3), form: "flat" }, stat)
  }

  function take(
    at: { readonly file: string; readonly real: string; readonly name: string; readonly form: "folder" | "flat" },
    stat: fs.Stats,
  ): boolean {
    const walked = walkedFile(at, stat, problems)
    if (walked !== undefined) files.push(walked)
    return true
  }

  function isSkipped(name: string): boolean {
    if (name === ".git" || (name === "node_modules" && tree.nodeModules !== true)) return true
    return name.startsWith(".") && tree.dotFolders !== true
  }
}

/** A file as the catalog knows it, its link followed; a link that leads nowhere and what is no file are problems. */
export function walkedFile(
  at: { readonly file: string; readonly real: string; readonly name: string; readonly form: WalkedFile["form"] },
  stat: fs.Stats,
  problems: Problem[],
): WalkedFile | undefined {
  const found = { name: at.name, form: at.form, path: at.file }
  if (stat.isFile()) return { ...found, realPath: at.real, size: stat.size, changed: changedAt(stat) }
  const real = stat.isSymbolicLink() ? realPathOf(at.file) : undefined
  const behind = real === undefined ? undefined : lstat(real, problems)
  if (real === undefined || behind === undefined)
    return void problems.push(stat.isSymbolicLink() ? brokenLink(at.file) : notRegular(at.file))
  if (!behind.isFile()) return void problems.push(notRegular(at.file))
  return { ...found, realPath: real, size: behind.size, changed: changedAt(behind), linked: true }
}

export interface Target {
  readonly kind: "folder" | "file"
  readonly path: string
  readonly real: string
  readonly linked: boolean
}

/** What a folder's entry leads to, links followed. */
export function resolveEntry(
  at: { readonly folder: string; readonly real: string; readonly entry: fs.Dirent },
  problems: Problem[],
): Target | undefined {
  const file = `${at.folder}/${at.entry.name}`
  const real = `${at.real}/${at.entry.name}`
  if (at.entry.isDirectory()) return { kind: "folder", path: file, real, linked: false }
  if (at.entry.isFile()) return { kind: "file", path: file, real, linked: false }
  if (!at.entry.isSymbolicLink()) return undefined
  const behind = realPathOf(file)
  if (behind === undefined) return void problems.push(isLoop(file) ? loop(file) : brokenLink(file))
  const stat = lstat(behind, problems)
  if (stat === undefined) return undefined
  return { kind: stat.isDirectory() ? "folder" : "file", path: file, real: behind, linked: true }
}

export function sortedEntries(folder: string, problems: Problem[]): readonly fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR") problems.push(unreadable(folder, error))
    return []
  }
}

export function realPathOf(file: string): string | undefined {
  try {
    return fs.realpathSync(file)
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return undefined
  }
}

export function lstat(file: string, problems: Problem[]): fs.Stats | undefined {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false })
  } catch (error) {
    if (codeOf(error) !== "ENOTDIR" && codeOf(error) !== "ELOOP") problems.push(unreadable(file, error))
    return undefined
  }
}

/** Changes with every write, also one that keeps the modification time. */
function changedAt(stat: fs.Stats): number {
  return Math.max(stat.mtimeMs, stat.ctimeMs)
}

/** A folder that leads back to one it lies in would go on for ever. */
function isInside(real: string, at: string, root: string): boolean {
  for (let above = path.dirname(at); above.length >= root.length; above = path.dirname(above)) {
    if (realPathOf(above) === real) return true
    if (above === path.dirname(above)) return false
  }
  return false
}

function hasFolders(folder: string): boolean {
  return sortedEntries(folder, []).some(
    (entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules",
  )
}

function isLoop(file: string): boolean {
  try {
    fs.statSync(file)
    return false
  } catch (error) {
    return codeOf(error) === "ELOOP"
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined
}

function at(file: string, code: ProblemCode, wording: { readonly message: string; readonly fix: string }): Problem {
  return problemAt(file, problem(code, {}, wording))
}

function brokenRoot(root: string): readonly Problem[] {
  return lstat(root, [])?.isSymbolicLink() === true ? [isLoop(root) ? loop(root) : brokenLink(root)] : []
}

function brokenLink(file: string): Problem {
  return at(file, "source.broken-link", {
    message: "the link leads nowhere",
    fix: "point it at a file that exists, or remove the link",
  })
}

function loop(file: string): Problem {
  return at(file, "source.link-loop", {
    message: "the link leads back to a folder it lies in; it was not followed",
    fix: "remove the link",
  })
}

function notRegular(file: string): Problem {
  return at(file, "file.not-regular", {
    message: "this is not a regular file and was not read",
    fix: "put a regular file in its place",
  })
}

function wrongCase(file: string, used: boolean): Problem {
  const message = `the file is named ${path.basename(file)}; ${used ? "most agents read only SKILL.md" : "this agent reads only SKILL.md"}`
  return at(file, "file.wrong-case", { message, fix: "rename it to SKILL.md" })
}

function unreadable(file: string, error: unknown): Problem {
  const why = error instanceof Error ? error.message.replace(/,.*$/, "") : String(error)
  return at(file, "source.unreadable", { message: `it cannot be read (${why})`, fix: "check that you may read it" })
}

function deep(folder: string, depth: number): Problem {
  const message = `skills are looked for ${depth} folders deep; what lies deeper than this was not seen`
  return at(folder, "source.too-deep", { message, fix: "move skills that lie deeper closer to the top" })
}

function many(root: string): Problem {
  const message = `more than ${MOST_FOLDERS.toLocaleString("en")} folders; the rest was not looked at`
  return at(root, "source.too-many", { message, fix: "name a smaller folder, or split this one" })
}
