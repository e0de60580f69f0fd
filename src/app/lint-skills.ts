import fs from "node:fs"
import path from "node:path"
import { MAX_FILE, readSafely } from "../adapters/files/read-safely.ts"
import { notUtf8 } from "../adapters/files/read-summary.ts"
import { replaceFile } from "../adapters/files/replace-file.ts"
import { isUtf8 } from "node:buffer"
import { type LinkBoundary, linkLeaves, mayRead } from "../adapters/sources/link-boundary.ts"
import { walkSkills } from "../adapters/sources/walk-skills.ts"
import type { FoundSkill } from "../ports/skill-source.ts"
import { SkilletError } from "../problem/failure.ts"
import { type FixedText, fixSkill } from "../skill/lint/fix.ts"
import { lintSkill } from "../skill/lint/rules.ts"
import { type Problem, problemAt } from "../problem/problem.ts"
import { problem } from "../skill/problems.ts"
import { readSkill } from "../skill/read-skill.ts"
import { leavingFiles } from "./leaving-files.ts"
import { openBoundaries } from "./link-boundaries.ts"
import { nothingNamed } from "./nothing-named.ts"
import type { Skillet } from "./open-skillet.ts"

/** What is wrong with skills somebody writes. */
export interface LintReport {
  /** How many files were read. */
  readonly files: number
  readonly problems: readonly Problem[]
  /** Files that were mended, with what is gone; empty unless asked for. */
  readonly fixed: readonly FixedFile[]
}

export interface FixedFile {
  readonly path: string
  readonly codes: readonly string[]
}

export interface LintOptions {
  /** Files, skill folders or folders of skills; the project's skills when none are named. */
  readonly paths: readonly string[]
  /** Write the repairs that change nothing of what is said. */
  readonly fix?: boolean
  readonly portable?: boolean
  /** Hears how many files were looked at, of how many. */
  readonly onProgress?: (done: number, all: number) => void
}

export interface LintContext {
  readonly portable: boolean
  /** Folders in which a file that a body names may lie, besides the skill's own. */
  readonly folders: readonly string[]
}

/** One file to look at. */
interface LintFile {
  readonly path: string
  /** The file behind all links, as it was found: nothing else is read. */
  readonly realPath: string
  readonly name: string
  readonly form: FoundSkill["form"]
}

export async function lintSkills(skillet: Skillet, options: LintOptions): Promise<LintReport> {
  const found = options.paths.length === 0 ? await projectSkills(skillet) : await filesAtAll(skillet, options.paths)
  const boundaries = openBoundaries(skillet.around, skillet.options)
  const fixed: FixedFile[] = []
  const problems: Problem[] = [...found.problems]
  for (const [at, file] of found.files.entries()) {
    options.onProgress?.(at, found.files.length)
    if (options.fix === true) {
      const mended = mend(file)
      if (mended !== undefined) fixed.push({ path: file.path, codes: mended.fixed })
    }
    problems.push(...lintFile(file, { portable: options.portable === true, folders: foldersAround(skillet) }))
    if (file.form === "folder") problems.push(...leavingFiles(path.dirname(file.path), boundaries.at(file.path)))
  }
  return { files: found.files.length, problems, fixed }
}

/** Everything wrong with one file: what reading found, and what the rules say. */
export function lintFile(file: LintFile, context: LintContext): readonly Problem[] {
  const bytes = readFile(file)
  if (!Buffer.isBuffer(bytes)) return [bytes]
  const text = bytes.toString("utf8")
  const reading = readSkill(text)
  const problems = isUtf8(bytes) ? reading.problems : [notUtf8(bytes), ...reading.problems]
  if (reading.kind === "refused") return problems.map((one) => problemAt(file.path, one))
  const lines = text.split(/\r\n|\n|\r/).slice(0, reading.skill.bodyLine)
  const rules = lintSkill({
    skill: reading.skill,
    name: file.name,
    form: file.form,
    portable: context.portable,
    lineOf: (key) =>
      Math.max(
        0,
        lines.findIndex((line) => line.trimStart().startsWith(`${key}:`)),
      ) + 1,
    hasFile: (name) =>
      [path.dirname(file.path), ...context.folders].some((folder) => fs.existsSync(path.join(folder, name))),
  })
  return [...problems, ...rules].map((one) => problemAt(file.path, one))
}

/** The file's bytes, or why they cannot be had. */
function readFile(file: LintFile): Buffer | Problem {
  try {
    return readSafely(file.realPath, MAX_FILE)
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    const code = error.code === "file.too-large" ? "file.too-large" : "file.unreadable"
    return problemAt(
      file.path,
      problem(code, {}, { message: error.message.replace(/,.*$/, ""), fix: "check the file; it was not looked at" }),
    )
  }
}

/** Skills also speak of the project's files, from its root or from here. */
export function foldersAround(skillet: Skillet): readonly string[] {
  return [...new Set([skillet.around.cwd, skillet.around.root])]
}

function mend(file: LintFile): FixedText | undefined {
  const bytes = readFile(file)
  if (!Buffer.isBuffer(bytes) || !isUtf8(bytes)) return undefined
  const mended = fixSkill(bytes.toString("utf8"))
  if (mended === undefined) return undefined
  rewrite(file.realPath, mended.text)
  return mended
}

function rewrite(real: string, text: string): void {
  try {
    replaceFile(real, text, { mode: fs.statSync(real).mode })
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    const how = { retry: "no", next: "check that you may write there", cause: error } as const
    throw new SkilletError("lint.not-written", `${real} cannot be written (${error.message.replace(/,.*$/, "")})`, how)
  }
}

interface FoundFiles {
  readonly files: readonly LintFile[]
  readonly problems: readonly Problem[]
}

async function filesAtAll(skillet: Skillet, paths: readonly string[]): Promise<FoundFiles> {
  const boundaries = openBoundaries(skillet.around, skillet.options)
  const all: FoundFiles[] = []
  for (const named of paths) {
    const at = path.resolve(skillet.around.cwd, named)
    const isThere = fs.lstatSync(at, { throwIfNoEntry: false }) !== undefined
    const found = isThere ? filesAt(at, boundaries.at(at)) : await filesOfName(skillet, named)
    if (found.files.length + found.problems.length === 0) throw await nothingNamed(skillet, "lint", named)
    all.push(found)
  }
  return { files: all.flatMap(({ files }) => files), problems: all.flatMap(({ problems }) => problems) }
}

/** The files of a skill that is called by its name, such as deploy or deploy@user. */
async function filesOfName(skillet: Skillet, ref: string): Promise<FoundFiles> {
  const resolved = await skillet.resolve(ref)
  const isOne = resolved.kind === "winner" || resolved.kind === "shadowed"
  const skills = isOne ? (await skillet.copies()).flatMap(({ listing }) => listing.skills) : []
  const files = skills.filter((one) => isOne && one.path === resolved.skill.path && path.isAbsolute(one.realPath))
  return {
    files: files.slice(0, 1).map(({ path: at, realPath, name, form }) => ({ path: at, realPath, name, form })),
    problems: [],
  }
}

async function projectSkills(skillet: Skillet): Promise<FoundFiles> {
  const sources = (await skillet.copies()).filter(
    ({ source }) => source.kind === "project" || source.kind === "added" || source.kind === "commands",
  )
  const own = sources.filter(
    ({ source }) =>
      skillet.around.upwards.some((folder) => source.label.startsWith(`${folder}/`)) || source.kind === "added",
  )
  const files = own.flatMap(({ listing }) =>
    listing.skills.map(({ path: at, realPath, name, form }) => ({ path: at, realPath, name, form })),
  )
  const read = new Set(files.map((file) => file.path))
  const problems = own.flatMap(({ listing }) => listing.problems.filter((one) => !read.has(one.path)))
  return { files, problems }
}

function filesAt(at: string, boundary: LinkBoundary | undefined): FoundFiles {
  if (isFile(at)) {
    if (!/\.md$/i.test(at)) return { files: [], problems: [] }
    const file = lintFileAt(at)
    return mayRead(boundary, file.realPath)
      ? { files: [file], problems: [] }
      : { files: [], problems: [linkLeaves(boundary, at, file.realPath)] }
  }
  const tree = { kind: "skills", depth: 8, anyCase: true, rootSkill: true, dotFolders: true } as const
  const walk = walkSkills(at, tree, boundary)
  return {
    files: walk.files.map(({ path: file, realPath, name, form }) => ({ path: file, realPath, name, form })),
    problems: walk.problems,
  }
}

function isFile(at: string): boolean {
  return !fs.existsSync(at) || !fs.statSync(at).isDirectory()
}

function lintFileAt(file: string): LintFile {
  const isSkill = path.basename(file).toLowerCase() === "skill.md"
  const realPath = fs.existsSync(file) ? fs.realpathSync(file) : file
  if (isSkill) return { path: file, realPath, name: path.basename(path.dirname(file)), form: "folder" }
  const isCommand = file.split("/").includes("commands")
  return { path: file, realPath, name: path.basename(file, ".md"), form: isCommand ? "command" : "flat" }
}
