/** Something wrong with a pattern. Problems are returned next to everything that could still be used. */
export interface Problem extends FileProblem {
  readonly path: string
}

/** A problem as the reader of one text sees it, before the file of the text is known. */
export interface FileProblem {
  readonly code: PatternProblemCode
  readonly level: ProblemLevel
  readonly line?: number
  readonly column?: number
  readonly message: string
  /** What to do, or the corrected text. */
  readonly fix?: string
}

/** error: the pattern is left out. warning: it is used, but doubtful. note: it costs time. */
type ProblemLevel = "error" | "warning" | "note"

export interface Spot {
  readonly line?: number
  readonly column?: number
}

const levels = {
  "pattern.bad-entry": "error",
  "pattern.same-id": "error",
  "pattern.bad-regex": "error",
  "pattern.refused": "error",
  "pattern.matches-empty": "error",
  "pattern.matches-all": "error",
  "pattern.loose-branch": "error",
  "pattern.exponential": "error",
  "pattern.line-break": "error",
  "pattern.super-linear": "warning",
  "pattern.escaped-pipe": "warning",
  "pattern.no-literal": "note",
} as const satisfies Readonly<Record<string, ProblemLevel>>

type PatternProblemCode = keyof typeof levels

/** Every code that a problem of a pattern can have. */
export const patternProblemCodes = Object.keys(levels) as readonly PatternProblemCode[]

export function scanProblem(
  code: PatternProblemCode,
  spot: Spot,
  wording: { readonly message: string; readonly fix?: string },
): FileProblem {
  return { code, level: levels[code], ...spot, ...wording }
}

export function problemAt(path: string, found: FileProblem): Problem {
  const { code, level, ...rest } = found
  return { code, level, path, ...rest }
}
