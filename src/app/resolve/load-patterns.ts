import fs from "node:fs"
import path from "node:path"
import { MAX_FILE, readSafely } from "../../adapters/read-safely.ts"
import { SkilletError } from "../../problem/failure.ts"
import { type Problem, problemAt } from "../../problem/problem.ts"
import { readPatternFile, unresolvedPatterns } from "../../skill/body/review/patterns/pattern-file.ts"
import type { WantedPatterns } from "../../skill/body/review/patterns/read-patterns.ts"
import type { ReviewPattern } from "../../skill/body/review/patterns/review-pattern.ts"
import type { LoadedText } from "./read-text.ts"

export interface LoadedPatterns {
  readonly patterns: readonly ReviewPattern[]
  readonly problems: readonly Problem[]
}

/** Reads the file that a skill names for its patterns, if it is in the skill's directory or its plugin's. */
export function loadPatterns(wanted: WantedPatterns, skill: Pick<LoadedText, "path" | "root">): LoadedPatterns {
  const file = findFile(wanted.path, skill)
  if ("wrong" in file)
    return { patterns: [], problems: [problemAt(skill.path, unresolvedPatterns(wanted, file.wrong))] }
  const read = readPatternFile(file.text, wanted)
  return {
    patterns: read.patterns,
    problems: [
      ...read.problems.map((found) => problemAt(skill.path, found)),
      ...read.fileProblems.map((found) => problemAt(file.path, found)),
    ],
  }
}

type FoundFile = { readonly path: string; readonly text: string } | { readonly wrong: string }

function findFile(named: string, skill: Pick<LoadedText, "path" | "root">): FoundFile {
  const folder = path.dirname(skill.path)
  if (!path.isAbsolute(folder)) return { wrong: "the skill has no directory" }
  const below = named.replace(/^\$\{?CLAUDE_PLUGIN_ROOT\}?\//, "")
  if (below !== named && skill.root === undefined) return { wrong: "the skill does not belong to a plugin" }
  if (path.isAbsolute(below) || /[\0\\$]/.test(below)) return { wrong: "it is not a path within the skill" }
  const file = path.resolve(below === named ? folder : (skill.root ?? folder), below)
  if (!fs.existsSync(file)) return { wrong: "there is no such file" }
  const real = fs.realpathSync(file)
  const within = fs.realpathSync(skill.root ?? folder)
  if (!real.startsWith(`${within}${path.sep}`)) return { wrong: "it is outside" }
  return readWhole(file, real)
}

function readWhole(file: string, real: string): FoundFile {
  try {
    return { path: file, text: readSafely(real, MAX_FILE).toString("utf8") }
  } catch (error) {
    if (error instanceof SkilletError) return { wrong: error.message }
    throw error
  }
}
