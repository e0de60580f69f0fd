/**
 * Something wrong with the input. Problems are returned next to everything that could still be read, never thrown or
 * dropped.
 */
export interface Problem extends FileProblem {
  readonly path: string
}

/** A problem as the reader of one text sees it, before the file of the text is known. */
export interface FileProblem {
  /** `subject.what`, public: a code never changes its meaning. Each subject declares its own with `defineProblems`. */
  readonly code: string
  readonly level: ProblemLevel
  readonly line?: number
  readonly column?: number
  readonly message: string
  /** What to do, or the corrected text. */
  readonly fix?: string
}

/**
 * error: something was left out. warning: it was used, but repaired or doubtful. note: a matter of taste or
 * compatibility.
 */
export type ProblemLevel = "error" | "warning" | "note"

export interface ProblemPosition {
  readonly line?: number
  readonly column?: number
}

export interface Wording {
  readonly message: string
  readonly fix?: string
}

/** Makes the problems of one room. Its codes are the keys of the given table. */
export interface ProblemMaker<Code extends string> {
  (code: Code, spot: ProblemPosition, wording: Wording): FileProblem
  readonly codes: readonly Code[]
}

export type DefinedCode<Maker> = Maker extends ProblemMaker<infer Code> ? Code : never

export function defineProblems<const Levels extends Readonly<Record<string, ProblemLevel>>>(
  levels: Levels,
): ProblemMaker<keyof Levels & string> {
  const make = (code: keyof Levels & string, spot: ProblemPosition, wording: Wording): FileProblem => ({
    code,
    level: levels[code] as ProblemLevel,
    ...spot,
    ...wording,
  })
  return Object.assign(make, { codes: Object.keys(levels) })
}

export function placeProblem(path: string, found: FileProblem): Problem {
  const { code, level, ...rest } = found
  return { code, level, path, ...rest }
}

/** Worst level first, then by code, then by place. */
export function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  const rank = { error: 0, warning: 1, note: 2 } as const
  return [...problems].sort(
    (a, b) =>
      rank[a.level] - rank[b.level] ||
      compare(a.code, b.code) ||
      compare(a.path, b.path) ||
      (a.line ?? 0) - (b.line ?? 0),
  )
}

/** Adds problems to others, without those that are there already. */
export function joinProblems(problems: readonly Problem[], more: readonly Problem[]): readonly Problem[] {
  const toKey = ({ code, path, line, message }: Problem) => JSON.stringify([code, path, line, message])
  const known = new Set(problems.map(toKey))
  return [...problems, ...more.filter((one) => !known.has(toKey(one)))]
}

/** In the order in which a reader of the files encounters them. */
export function sortByPlace(problems: readonly Problem[]): readonly Problem[] {
  return [...problems].sort(
    (a, b) => compare(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Whether something was left out. */
export function hasError(problems: readonly Pick<Problem, "level">[]): boolean {
  return problems.some(({ level }) => level === "error")
}
