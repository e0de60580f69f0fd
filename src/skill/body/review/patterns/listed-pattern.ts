import type { FileProblem } from "../../../../problem/problem.ts"
import { readCodeSpan } from "../table-cells.ts"
import { unknownSeverityProblem } from "../focus-areas.ts"
import type { ReviewPattern } from "./review-pattern.ts"
import { readRating } from "../severity.ts"

const MOST = 4000

/**
 * Reads `` `id` [Category/Severity] [language]: description — `expression` ``; undefined if it is not such an entry.
 */
export function readListedPattern(text: string, line: number): ReviewPattern | FileProblem | undefined {
  if (text.length > MOST) return undefined
  const match = /^\**`([A-Za-z][\w.-]*)`\**((?:\s*\[[^\]]*\])*)\s*(?:[:—–-]\s*(.*))?$/s.exec(text)
  if (match === null) return undefined
  const [, id = "", brackets = "", rest = ""] = match
  const tags = [...brackets.matchAll(/\[([^\]]*)\]/g)].map((bracket) => (bracket[1] ?? "").trim())
  const read = tags.map(readTag)
  const unknown = read.find((tag) => tag.unknown !== undefined)?.unknown
  if (unknown !== undefined) return unknownSeverityProblem(line, unknown)
  const tail = /^(.*?)\s*(?:—|–|--)\s*(`.+`)$/s.exec(rest)
  const code = tail === null ? undefined : readCodeSpan(tail[2] ?? "")
  const isExternal = /(?:—|–|--)\s*N\/A\b.*$/i.test(rest)
  return {
    id,
    ...(code === undefined ? {} : { pattern: code.replaceAll("\\|", "|") }),
    ...(isExternal ? { detector: "external" as const } : {}),
    description: (code === undefined ? rest.replace(/\s*(?:—|–|--)\s*N\/A\b.*$/i, "") : (tail?.[1] ?? "")).trim(),
    ...Object.assign({}, ...read.map(({ unknown: _unknown, ...tag }) => tag)),
  }
}

type Tag = Pick<ReviewPattern, "category" | "severity" | "language"> & { readonly unknown?: string }

/** `Security/Critical` is a category with its severity, `Major` a severity, anything else a language. */
function readTag(tag: string): Tag {
  const slash = tag.lastIndexOf("/")
  const rating = readRating(tag.slice(slash + 1))
  if (rating.kind === "none") return { language: tag }
  if (rating.kind === "unknown") return { unknown: rating.word }
  const category = slash === -1 ? "" : tag.slice(0, slash).trim()
  return category === "" ? { severity: rating.severity } : { category, severity: rating.severity }
}
