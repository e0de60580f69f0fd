import fs from "node:fs"
import path from "node:path"
import { type LinkBoundary, linkLeaves, mayRead } from "../../adapters/sources/link-boundary.ts"
import { walkSkills } from "../../adapters/sources/walk-skills.ts"
import { isWrittenHere } from "../../policy/trust/whose-skill.ts"
import type { Problem } from "../../problem/problem.ts"
import { openBoundaries } from "../session/link-boundaries.ts"
import { noSkillError } from "../skills/no-skill-error.ts"
import type { Skillet } from "../session/open-skillet.ts"
import type { LintFile } from "./lint-file.ts"
import { copyOf } from "../../catalog/names/ref-error.ts"

/** The files at the named paths or of the named skills; the project's own skills when none are named. */
export async function findLintFiles(skillet: Skillet, named: readonly string[]): Promise<FoundFiles> {
  return named.length === 0 ? projectSkills(skillet) : filesAtAll(skillet, named)
}

export interface FoundFiles {
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
    if (found.files.length + found.problems.length === 0) throw await noSkillError(skillet, "lint", named)
    all.push(found)
  }
  return { files: all.flatMap(({ files }) => files), problems: all.flatMap(({ problems }) => problems) }
}

/** The files of a skill that is called by its name, such as deploy or deploy@user. */
async function filesOfName(skillet: Skillet, ref: string): Promise<FoundFiles> {
  const found = copyOf(await skillet.resolve(ref))
  const skills = (await skillet.copies()).flatMap(({ listing }) => listing.skills)
  const files = skills.filter((one) => one.path === found?.path && path.isAbsolute(one.realPath))
  return {
    files: files.slice(0, 1).map(({ path: at, realPath, name, form }) => ({ path: at, realPath, name, form })),
    problems: [],
  }
}

async function projectSkills(skillet: Skillet): Promise<FoundFiles> {
  const own = (await skillet.copies()).filter(({ source }) => isWrittenHere(source, skillet.around.upwards))
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
