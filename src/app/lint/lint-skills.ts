import { isUtf8 } from "node:buffer"
import fs from "node:fs"
import path from "node:path"
import { replaceFile } from "../../adapters/files/replace-file.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { Problem } from "../../problem/problem.ts"
import { type FixedText, fixSkill } from "../../skill/lint/fix.ts"
import { linksLeaving } from "../skills/links-leaving.ts"
import { openBoundaries } from "../session/link-boundaries.ts"
import { findLintFiles } from "./find-lint-files.ts"
import { foldersAround, type LintFile, lintFile, readLintFile } from "./lint-file.ts"
import type { Skillet } from "../session/open-skillet.ts"

/** What is wrong with skills somebody writes. */
export interface LintReport {
  /** How many files were read. */
  readonly files: number
  readonly problems: readonly Problem[]
  /** Files that were fixed, with the codes that are gone; empty unless asked for. */
  readonly fixed: readonly FixedFile[]
}

export interface FixedFile {
  readonly path: string
  readonly codes: readonly string[]
}

export interface LintOptions {
  /** Files, directories or names of skills; the project's skills when none are named. */
  readonly paths: readonly string[]
  /** Apply the fixes that do not change what the skill says. */
  readonly fix?: boolean
  readonly portable?: boolean
  /** Called with how many files were checked, of how many. */
  readonly onProgress?: (done: number, all: number) => void
}

export async function lintSkills(skillet: Skillet, options: LintOptions): Promise<LintReport> {
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
    problems.push(...lintFile(file, { portable: options.portable === true, folders: foldersAround(skillet) }))
    if (file.form === "folder") problems.push(...linksLeaving(path.dirname(file.path), boundaries.at(file.path)))
  }
  return { files: found.files.length, problems, fixed }
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
    const how = { retry: "no", next: "check that you may write there", cause: error } as const
    throw new SkilletError("lint.not-written", `${real} cannot be written (${error.message.replace(/,.*$/, "")})`, how)
  }
}
