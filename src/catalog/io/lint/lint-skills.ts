import { isUtf8 } from "node:buffer"
import fs from "node:fs"
import path from "node:path"
import { replaceFile } from "../../../system/files/replace-file.ts"
import { type LinkBoundary, linkLeavesProblem, mayRead } from "../sources/link-boundary.ts"
import { walkSkills } from "../sources/walk-skills.ts"
import { pickCopy } from "../../names/ref-error.ts"
import { isWrittenHere } from "../../../trust/place-trust.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { type Problem, sortByPlace } from "../../../problem/problem.ts"
import { type FixedText, fixSkill } from "../../../skill/fix-skill.ts"
import { openBoundaries } from "../session/link-boundaries.ts"
import type { Session } from "../session/open-session.ts"
import { checkLeavingLinks } from "../skills/check-leaving-links.ts"
import { noSkillError } from "../skills/no-skill-error.ts"
import { listFoldersAround, type LintFile, lintFile, readLintFile } from "./lint-file.ts"
import { findOwnDirectory, identifySkill } from "../../../skill/skill-form.ts"

/** What is wrong with the skills that are written here. */
export interface LintReport {
  /** How many files were read. */
  readonly files: number
  readonly problems: readonly Problem[]
  /** Files that were fixed, with the codes that are gone; empty unless requested. */
  readonly fixed: readonly FixedFile[]
}

export interface FixedFile {
  readonly path: string
  readonly codes: readonly string[]
}

export interface LintOptions {
  /** Files, directories or names of skills; the project's skills if none are named. */
  readonly paths: readonly string[]
  /** Apply the fixes that do not change what the skill says. */
  readonly fix?: boolean
  readonly portable?: boolean
  /** Called with the number of checked files, and the total. */
  readonly onProgress?: (done: number, all: number) => void
}

export async function lintSkills(skillet: Session, options: LintOptions): Promise<LintReport> {
  const found = await findLintFiles(skillet, options.paths)
  const boundaries = openBoundaries(skillet.around, skillet.options)
  const fixed: FixedFile[] = []
  const problems: Problem[] = [...found.problems]
  for (const [at, file] of found.files.entries()) {
    options.onProgress?.(at, found.files.length)
    if (options.fix === true) {
      const done = fixFile(file)
      if (done !== undefined) fixed.push({ path: file.path, codes: done.fixed })
    }
    problems.push(...lintFile(file, { portable: options.portable === true, folders: listFoldersAround(skillet) }))
    const own = findOwnDirectory(file)
    if (own !== undefined) problems.push(...checkLeavingLinks(own, boundaries.at(file.path)))
  }
  return { files: found.files.length, problems: sortByPlace(problems), fixed }
}

function fixFile(file: LintFile): FixedText | undefined {
  const bytes = readLintFile(file)
  if (!Buffer.isBuffer(bytes) || !isUtf8(bytes)) return undefined
  const done = fixSkill(bytes.toString("utf8"))
  if (done === undefined) return undefined
  rewrite(file.realPath, done.text)
  return done
}

function rewrite(real: string, text: string): void {
  try {
    replaceFile(real, text, { mode: fs.statSync(real).mode })
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    const how = { retry: "no", next: "check that you have write permission", cause: error } as const
    throw new SkilletError("lint.not-written", `${real} cannot be written (${error.message.replace(/,.*$/, "")})`, how)
  }
}

/** The files at the named paths or of the named skills; the project's own skills if none are named. */
async function findLintFiles(skillet: Session, named: readonly string[]): Promise<FoundFiles> {
  return named.length === 0 ? projectSkills(skillet) : filesAtAll(skillet, named)
}

interface FoundFiles {
  readonly files: readonly LintFile[]
  readonly problems: readonly Problem[]
}

async function filesAtAll(skillet: Session, paths: readonly string[]): Promise<FoundFiles> {
  const boundaries = openBoundaries(skillet.around, skillet.options)
  const all: FoundFiles[] = []
  for (const named of paths) {
    const at = path.resolve(skillet.around.cwd, named)
    const isThere = fs.lstatSync(at, { throwIfNoEntry: false }) !== undefined
    const found = isThere ? collectFiles(at, boundaries.at(at)) : await filesOfName(skillet, named)
    if (found.files.length + found.problems.length === 0) throw await noSkillError(skillet, "lint", named)
    all.push(found)
  }
  return { files: all.flatMap(({ files }) => files), problems: all.flatMap(({ problems }) => problems) }
}

/** The files of a skill that is called by its name, such as deploy or deploy@user. */
async function filesOfName(skillet: Session, ref: string): Promise<FoundFiles> {
  const found = pickCopy(await skillet.resolve(ref))
  const skills = (await skillet.copies()).flatMap(({ listing }) => listing.skills)
  const files = skills.filter((one) => one.path === found?.path && path.isAbsolute(one.realPath))
  return {
    files: files.slice(0, 1).map(({ path: at, realPath, name, form }) => ({ path: at, realPath, name, form })),
    problems: [],
  }
}

async function projectSkills(skillet: Session): Promise<FoundFiles> {
  const own = (await skillet.copies()).filter(({ source }) => isWrittenHere(source, skillet.around.upwards))
  const files = own.flatMap(({ listing }) =>
    listing.skills.map(({ path: at, realPath, name, form }) => ({ path: at, realPath, name, form })),
  )
  const read = new Set(files.map((file) => file.path))
  const problems = own.flatMap(({ listing }) => listing.problems.filter((one) => !read.has(one.path)))
  return { files, problems }
}

function collectFiles(at: string, boundary: LinkBoundary | undefined): FoundFiles {
  if (isFile(at)) {
    if (!/\.md$/i.test(at)) return { files: [], problems: [] }
    const file = describeLintFile(at)
    return mayRead(boundary, file.realPath)
      ? { files: [file], problems: [] }
      : { files: [], problems: [linkLeavesProblem(boundary, at, file.realPath)] }
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

function describeLintFile(file: string): LintFile {
  return { path: file, realPath: fs.existsSync(file) ? fs.realpathSync(file) : file, ...identifySkill(file) }
}
