import fs from "node:fs"
import path from "node:path"
import { notUtf8 } from "../adapters/files/read-summary.ts"
import { isUtf8 } from "node:buffer"
import { walkSkills } from "../adapters/sources/walk-skills.ts"
import type { FoundSkill } from "../ports/skill-source.ts"
import { SkilletError } from "../skill/failure.ts"
import { type FixedText, fixSkill } from "../skill/lint/fix.ts"
import { lintSkill } from "../skill/lint/rules.ts"
import { type Problem, problemAt } from "../skill/problem.ts"
import { readSkill } from "../skill/read-skill.ts"
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
  readonly name: string
  readonly form: FoundSkill["form"]
}

export async function lintSkills(skillet: Skillet, options: LintOptions): Promise<LintReport> {
  const found =
    options.paths.length === 0
      ? await projectSkills(skillet)
      : { files: options.paths.flatMap((at) => filesAt(path.resolve(skillet.around.cwd, at))), problems: [] }
  const fixed: FixedFile[] = []
  const problems: Problem[] = [...found.problems]
  for (const [at, file] of found.files.entries()) {
    options.onProgress?.(at, found.files.length)
    if (options.fix === true) {
      const mended = mend(file.path)
      if (mended !== undefined) fixed.push({ path: file.path, codes: mended.fixed })
    }
    problems.push(...lintFile(file, { portable: options.portable === true, folders: foldersAround(skillet) }))
  }
  return { files: found.files.length, problems, fixed }
}

/** Everything wrong with one file: what reading found, and what the rules say. */
export function lintFile(file: LintFile, context: LintContext): readonly Problem[] {
  const bytes = fs.readFileSync(file.path)
  const reading = readSkill(bytes.toString("utf8"))
  const problems = isUtf8(bytes) ? reading.problems : [notUtf8(bytes), ...reading.problems]
  if (reading.kind === "refused") return problems.map((one) => problemAt(file.path, one))
  const lines = bytes.toString("utf8").split(/\r\n|\n|\r/)
  const rules = lintSkill({
    skill: reading.skill,
    name: file.name,
    form: file.form,
    portable: context.portable,
    lineOf: (key) =>
      Math.max(
        0,
        lines.slice(0, reading.skill.bodyLine).findIndex((line) => line.trimStart().startsWith(`${key}:`)),
      ) + 1,
    hasFile: (name) =>
      [path.dirname(file.path), ...context.folders].some((folder) => fs.existsSync(path.join(folder, name))),
  })
  return [...problems, ...rules].map((one) => problemAt(file.path, one))
}

/** Skills also speak of the project's files, from its root or from here. */
export function foldersAround(skillet: Skillet): readonly string[] {
  return [...new Set([skillet.around.cwd, skillet.around.root])]
}

function mend(file: string): FixedText | undefined {
  const bytes = fs.readFileSync(file)
  if (!isUtf8(bytes)) return undefined
  const mended = fixSkill(bytes.toString("utf8"))
  if (mended === undefined) return undefined
  const beside = `${file}.${process.pid}.tmp`
  fs.writeFileSync(beside, mended.text, { mode: fs.statSync(file).mode })
  fs.renameSync(beside, fs.realpathSync(file))
  return mended
}

async function projectSkills(
  skillet: Skillet,
): Promise<{ readonly files: readonly LintFile[]; readonly problems: readonly Problem[] }> {
  const sources = (await skillet.copies()).filter(
    ({ source }) => source.kind === "project" || source.kind === "added" || source.kind === "commands",
  )
  const own = sources.filter(
    ({ source }) =>
      skillet.around.upwards.some((folder) => source.label.startsWith(`${folder}/`)) || source.kind === "added",
  )
  const files = own.flatMap(({ listing }) =>
    listing.skills.map(({ path: at, name, form }) => ({ path: at, name, form })),
  )
  const read = new Set(files.map((file) => file.path))
  const problems = own.flatMap(({ listing }) => listing.problems.filter((one) => !read.has(one.path)))
  return { files, problems }
}

function filesAt(at: string): readonly LintFile[] {
  const stat = fs.statSync(at, { throwIfNoEntry: false })
  if (stat === undefined)
    throw new SkilletError("lint.no-file", `there is nothing at ${at}`, {
      retry: "no",
      next: "name a SKILL.md, a skill's folder, or a folder of skills",
    })
  if (stat.isFile()) return [lintFileAt(at)]
  const walk = walkSkills(at, { kind: "skills", depth: 8, anyCase: true, rootSkill: true, dotFolders: true })
  return walk.files.map(({ path: file, name, form }) => ({ path: file, name, form }))
}

function lintFileAt(file: string): LintFile {
  const isSkill = path.basename(file).toLowerCase() === "skill.md"
  if (isSkill) return { path: file, name: path.basename(path.dirname(file)), form: "folder" }
  const isCommand = file.split("/").includes("commands")
  return { path: file, name: path.basename(file, ".md"), form: isCommand ? "command" : "flat" }
}
