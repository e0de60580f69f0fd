import { isUtf8 } from "node:buffer"
import { rewriteFile } from "../../../system/files/replace-file.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { type Problem, sortByPlace } from "../../../problem/problem.ts"
import { type FixedText, fixSkill } from "../../../skill/fix-skill.ts"
import { openBoundaries } from "../session/link-boundaries.ts"
import type { Session } from "../session/open-session.ts"
import { checkLeavingLinks } from "../skills/check-leaving-links.ts"
import { findLintFiles } from "./find-lint-files.ts"
import { listFoldersAround, listSkillNames, type LintFile, lintFile, readLintFile } from "./lint-file.ts"
import { findOwnDirectory } from "../../../skill/skill-form.ts"

/** What is wrong with the skills that are written here. */
export interface LintReport {
  /** How many files were read. */
  readonly files: number
  readonly problems: readonly Problem[]
  /** Files that were fixed, with the codes that are gone; empty unless requested. */
  readonly fixed: readonly FixedFile[]
  /** Files that could be fixed, but are not in this project and were not named by their path. */
  readonly notFixed: readonly string[]
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
  const context = {
    portable: options.portable === true,
    folders: listFoldersAround(skillet),
    skills: new Set([...(await listSkillNames(skillet)), ...found.files.map(({ name }) => name)]),
  }
  const boundaries = openBoundaries(skillet.around, skillet.options)
  const fixed: FixedFile[] = []
  const notFixed: string[] = []
  const problems: Problem[] = [...found.problems]
  for (const [at, file] of found.files.entries()) {
    options.onProgress?.(at, found.files.length)
    const done = options.fix === true ? planFix(file) : undefined
    if (done !== undefined && !file.mayChange) notFixed.push(file.path)
    else if (done !== undefined) {
      rewrite(file.realPath, done.text)
      fixed.push({ path: file.path, codes: done.fixed })
    }
    problems.push(...lintFile(file, context))
    const own = findOwnDirectory(file)
    if (own !== undefined) problems.push(...checkLeavingLinks(own, boundaries.at(file.path)))
  }
  return { files: found.files.length, problems: sortByPlace(problems), fixed, notFixed }
}

function planFix(file: LintFile): FixedText | undefined {
  const bytes = readLintFile(file)
  return Buffer.isBuffer(bytes) && isUtf8(bytes) ? fixSkill(bytes.toString("utf8")) : undefined
}

function rewrite(real: string, text: string): void {
  try {
    rewriteFile(real, text)
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    const how = { retry: "no", next: "check that you have write permission", cause: error } as const
    throw new SkilletError("lint.not-written", `${real} cannot be written (${error.message.replace(/,.*$/, "")})`, how)
  }
}
