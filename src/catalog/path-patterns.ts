import type { FileProblem } from "../problem/problem.ts"
import { catalogProblem } from "./problems.ts"

export interface ReadPaths {
  /** Patterns in the style of .gitignore, with braces expanded; empty: the skill is always available. */
  readonly patterns: readonly string[]
  readonly problems: readonly FileProblem[]
}

const MOST_PATTERNS = 256

/**
 * Reads the `paths` of the frontmatter. One pattern that matches everything makes the skill unconditional; for some
 * hosts only `**` matches everything, and only if it is the only pattern.
 */
export function readPaths(paths: readonly string[], everything: "any" | "lone-stars" = "any"): ReadPaths {
  const problems: FileProblem[] = []
  const trimmed = paths.map((pattern) => withoutTail(pattern, everything)).filter((pattern) => pattern !== "")
  if (everything === "lone-stars" ? trimmed.every((one) => one === "**") : trimmed.some(matchesAll)) {
    if (!trimmed.every(matchesAll)) problems.push(allMatched())
    return { patterns: [], problems }
  }
  if (paths.length > 0 && trimmed.length === 0) return { patterns: [], problems }
  const patterns: string[] = []
  for (const pattern of trimmed) {
    const expanded = expandBraces(pattern, MOST_PATTERNS - patterns.length)
    if (expanded === undefined) problems.push(tooManyBraces(pattern))
    patterns.push(...(expanded ?? [pattern]))
  }
  return { patterns, problems }
}

/** `src/**` means the directory and everything below it, as `src` does. */
function withoutTail(pattern: string, everything: "any" | "lone-stars"): string {
  const plain = everything === "any" ? pattern.trim().replace(/^\.\//, "") : pattern.trim()
  return plain.endsWith("/**") ? plain.slice(0, -3) : plain
}

function matchesAll(pattern: string): boolean {
  return pattern === "**" || pattern === "*" || pattern === "**/*"
}

/** `a.{js,ts}` → `a.js`, `a.ts`; undefined if there would be more than `most`. */
export function expandBraces(pattern: string, most: number): readonly string[] | undefined {
  let open = [pattern]
  const done: string[] = []
  while (open.length > 0) {
    const next: string[] = []
    for (const text of open) {
      const parts = firstGroup(text)
      if (parts === undefined) done.push(text)
      else next.push(...parts)
    }
    if (done.length + next.length > most) return undefined
    open = next
  }
  return [...new Set(done)]
}

function firstGroup(text: string): readonly string[] | undefined {
  const end = text.indexOf("}")
  const start = end === -1 ? -1 : text.lastIndexOf("{", end)
  const inner = start === -1 ? "" : text.slice(start + 1, end)
  if (!inner.includes(",")) return undefined
  return inner.split(",").map((choice) => text.slice(0, start) + choice + text.slice(end + 1))
}

function allMatched(): FileProblem {
  const message = "one of the paths matches every file, so the skill is always available"
  return catalogProblem(
    "skill.paths-match-all",
    { line: 1, column: 1 },
    { message, fix: "remove that pattern, or remove paths" },
  )
}

function tooManyBraces(pattern: string): FileProblem {
  const message = `"${pattern.slice(0, 60)}" has too many alternatives in braces; it is used literally`
  return catalogProblem(
    "skill.braces",
    { line: 1, column: 1 },
    { message, fix: "use * instead, or fewer alternatives" },
  )
}
