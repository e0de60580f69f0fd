import fs from "node:fs"
import path from "node:path"
import { type LinkBoundary, linkLeavesProblem, mayRead } from "../sources/link-boundary.ts"
import { walkSkills } from "../sources/walk-skills.ts"
import { pickCopy } from "../../names/ref-error.ts"
import { isWrittenHere } from "../../../trust/place-trust.ts"
import type { Problem } from "../../../problem/problem.ts"
import { openBoundaries } from "../session/link-boundaries.ts"
import type { Session } from "../session/open-session.ts"
import { noSkillError } from "../skills/no-skill-error.ts"
import { isBelow } from "../../../text/folder-paths.ts"
import { identifySkill } from "../../../skill/skill-form.ts"
import { listRepositoryFolders } from "../../../hosts/skill-folders.ts"
import type { LintFile } from "./lint-file.ts"

/** A file to check, and whether a fix may be written to it. */
export interface FoundLintFile extends LintFile {
  readonly mayChange: boolean
}

interface FoundFiles {
  readonly files: readonly FoundLintFile[]
  readonly problems: readonly Problem[]
}

/**
 * The files at the named paths or of the named skills; the project's own skills if none are named. Only files of the
 * project and files at a named path may be changed: a name or a link may lead to a file of somebody else.
 */
export async function findLintFiles(skillet: Session, named: readonly string[]): Promise<FoundFiles> {
  return named.length === 0 ? projectSkills(skillet) : filesAtAll(skillet, named)
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
  const files = skills
    .filter((one) => one.path === found?.path && path.isAbsolute(one.realPath))
    .slice(0, 1)
    // The name of its directory, not the one by which a plugin's skill is called.
    .map((one) => (one.plugin === undefined ? one : { ...one, name: one.name.slice(one.name.lastIndexOf(":") + 1) }))
  return { files: keepWithin(listProjectFolders(skillet), files), problems: [] }
}

async function projectSkills(skillet: Session): Promise<FoundFiles> {
  const folders = listProjectFolders(skillet)
  const own = (await skillet.copies()).filter(({ source }) => isWrittenHere(source, folders))
  const files = own.flatMap(({ listing }) => listing.skills)
  const read = new Set(files.map((file) => file.path))
  const problems = own.flatMap(({ listing }) => listing.problems.filter((one) => !read.has(one.path)))
  const repository = repositorySkills(skillet, folders)
  const seen = new Set(files.map((file) => file.realPath))
  const more = repository.files.filter((file) => !seen.has(file.realPath))
  return {
    files: [...keepWithin([...folders, ...skillet.around.skillsDirs], files), ...more],
    problems: [...problems, ...repository.problems],
  }
}

/** The directories of the project: up to the top of the repository; without one, only the working directory. */
function listProjectFolders({ around }: Session): readonly string[] {
  return around.inRepository ? around.upwards : [around.cwd]
}

/** A repository may itself be a skill, a plugin or a collection of skills. */
function repositorySkills(skillet: Session, folders: readonly string[]): FoundFiles {
  const boundaries = openBoundaries(skillet.around, skillet.options)
  const main = folders.map((folder) => path.join(folder, "SKILL.md")).filter((file) => fs.existsSync(file))
  const collections = folders.flatMap((folder) =>
    listRepositoryFolders(listDirectories(path.join(folder, "plugins"))).map((below) => path.join(folder, below)),
  )
  const found = [...main, ...collections].map((at) => collectFiles(at, boundaries.at(at)))
  return {
    files: found.flatMap(({ files }) => files),
    problems: found.flatMap(({ problems }) => problems),
  }
}

function listDirectories(folder: string): readonly string[] {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  const entries = fs.readdirSync(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** Only what is really in one of these directories may be changed. */
function keepWithin(folders: readonly string[], files: readonly LintFile[]): readonly FoundLintFile[] {
  const real = folders.filter((folder) => fs.existsSync(folder)).map((folder) => fs.realpathSync(folder))
  return files.map(({ path: at, realPath, name, form }) => ({
    path: at,
    realPath,
    name,
    form,
    mayChange: real.some((folder) => isBelow(folder, realPath)),
  }))
}

function collectFiles(at: string, boundary: LinkBoundary | undefined): FoundFiles {
  if (isFile(at)) {
    if (!/\.md$/i.test(at)) return { files: [], problems: [] }
    const file = { ...describeLintFile(at), mayChange: true }
    return mayRead(boundary, file.realPath)
      ? { files: [file], problems: [] }
      : { files: [], problems: [linkLeavesProblem(boundary, at, file.realPath)] }
  }
  const tree = { kind: "skills", depth: 8, anyCase: true, rootSkill: true, dotFolders: true } as const
  const walk = walkSkills(at, tree, boundary)
  return {
    files: keepWithin([at], walk.files),
    problems: walk.problems,
  }
}

function isFile(at: string): boolean {
  return !fs.existsSync(at) || !fs.statSync(at).isDirectory()
}

function describeLintFile(file: string): LintFile {
  return { path: file, realPath: fs.existsSync(file) ? fs.realpathSync(file) : file, ...identifySkill(file) }
}
