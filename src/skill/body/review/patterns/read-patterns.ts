import type { FileProblem } from "../../../../problem/problem.ts"
import { skillProblem } from "../../../problems.ts"
import { readCodeSpan, findCodeSpans } from "../table-cells.ts"
import type { SkillPart, Row } from "../split-parts.ts"
import { readListedPattern } from "./listed-pattern.ts"
import type { ReviewPattern } from "./review-pattern.ts"
import { readRating } from "../severity.ts"

/** A file next to the skill that contains its patterns. */
export interface WantedPatterns {
  /** As written, such as `${CLAUDE_PLUGIN_ROOT}/shared/rules.md`. */
  readonly path: string
  /** Where the skill names it. */
  readonly line: number
  /** Use only these; if none are named, the patterns of the category. */
  readonly ids: readonly string[]
  readonly category?: string | undefined
}

export interface PatternReading {
  readonly patterns: readonly ReviewPattern[]
  readonly wanted?: WantedPatterns
  readonly problems: readonly FileProblem[]
}

/** Reads the sections on auto-validated patterns: tables, lists, or the name of a file that has them. */
export function readPatterns(parts: readonly SkillPart[]): PatternReading {
  const found = readPatternDefinitions(parts, "strict")
  const [first] = parts
  if (first === undefined || found.patterns.length > 0 || found.problems.length > 0) return found
  const wanted = wantedFile(parts)
  if (wanted !== undefined) return { ...found, wanted }
  const isNone = parts.some((part) => part.kind === "text" && /^(?:none|no patterns)\b/i.test(part.text))
  return isNone ? found : { ...found, problems: [noDefinitions(first.line)] }
}

/**
 * Every pattern that tables and lists define. In a section on patterns (`strict`), anything else is a problem; in a
 * whole file there may be other tables and lists.
 */
export function readPatternDefinitions(parts: readonly SkillPart[], mode: "strict" | "any"): PatternReading {
  const patterns = new Map<string, ReviewPattern>()
  const problems: FileProblem[] = []
  let category: string | undefined
  const take = (line: number, read: ReviewPattern | FileProblem) => {
    if ("code" in read) return void problems.push(read)
    if (patterns.has(read.id)) return void problems.push(twice(line, read.id))
    const flaw = read.pattern === undefined ? undefined : findFlaw(read.pattern)
    if (flaw !== undefined) problems.push(badPattern(line, read.id, flaw))
    const { pattern, ...rest } = read.category === undefined && category !== undefined ? { ...read, category } : read
    patterns.set(
      read.id,
      flaw !== undefined ? { ...rest, isBroken: true } : pattern === undefined ? rest : { ...rest, pattern },
    )
  }
  for (const part of parts) {
    if (part.kind === "heading" || part.kind === "label") category = readCategory(part.text)
    if (part.kind === "table") {
      const columns = findColumns(part.head)
      if (columns !== undefined) for (const row of part.rows) take(row.line, readRow(row, part.head.length, columns))
      else if (mode === "strict") problems.push(badTable(part.line))
    }
    if (part.kind === "item") {
      const read = readListedPattern(part.text, part.line)
      if (read !== undefined) take(part.line, read)
      else if (mode === "strict" && namedFile(part.text) === undefined && onlyIds(part.text).length === 0)
        problems.push(badItem(part.line))
    }
  }
  return { patterns: [...patterns.values()], problems }
}

/** `Bug patterns:` is the category Bug; a title about patterns in general is not a category. */
export function readCategory(title: string): string | undefined {
  const name = title
    .slice(0, 300)
    .replace(/\([^()]*\)/, "")
    .replace(/\bpatterns?\b/i, "")
    .trim()
  return name === "" || /auto[- ]validat/i.test(name) ? undefined : name
}

interface Columns {
  readonly id: number
  readonly description: number
  readonly regex: number
  readonly category: number
  readonly severity: number
  readonly language: number
}

function findColumns(head: readonly string[]): Columns | undefined {
  const column = (name: RegExp) => head.findIndex((cell) => name.test(cell))
  const named = column(/^(?:id|name)\b/i)
  const pattern = column(/pattern/i)
  const id = named === -1 ? pattern : named
  const description = column(/description/i)
  if (pattern === -1 || description === -1) return undefined
  const regex = column(/regex/i)
  return {
    id,
    description,
    regex: regex === -1 && pattern !== id ? pattern : regex,
    category: column(/category/i),
    severity: column(/severity/i),
    language: column(/language/i),
  }
}

function readRow(row: Row, width: number, columns: Columns): ReviewPattern | FileProblem {
  if (row.cells.length > width) return badRow(row.line, "has more cells than the table has columns", BARS)
  const cell = (at: number) => row.cells[at] ?? ""
  const id = readCodeSpan(cell(columns.id)) ?? cell(columns.id)
  if (!isId(id)) return badRow(row.line, "has no id", "write the id in the first column as `name_of_pattern`")
  const regex = readRegex(cell(columns.regex))
  if (regex === "unclear") return badRow(row.line, "has more than one expression in a cell", "write one row for each")
  const rating = readRating(cell(columns.severity))
  if (cell(columns.severity) !== "" && rating.kind !== "rated")
    return badRow(row.line, "has no known severity", "write Critical, Major, Minor or Suggestion")
  return {
    id,
    ...(regex === undefined ? {} : regex === "external" ? { detector: "external" } : { pattern: regex.source }),
    description: cell(columns.description),
    ...(cell(columns.category) === "" ? {} : { category: cell(columns.category) }),
    ...(rating.kind === "rated" ? { severity: rating.severity } : {}),
    ...(/^(?:|any|all|-|—)$/i.test(cell(columns.language)) ? {} : { language: cell(columns.language) }),
  }
}

const BARS = "write a bar within a cell as \\|"

function readRegex(cell: string): { readonly source: string } | "external" | "unclear" | undefined {
  if (cell === "" || cell === "-" || cell === "—") return undefined
  if (/^`*n\/a\b/i.test(cell)) return "external"
  const code = readCodeSpan(cell)
  if (code !== undefined) return { source: code }
  return cell.includes("`") ? "unclear" : { source: cell }
}

/** More ids than anyone writes in a sentence are not a list of ids. */
const MOST_IDS = 200

function wantedFile(parts: readonly SkillPart[]): WantedPatterns | undefined {
  const texts = parts.flatMap((part) => (part.kind === "text" || part.kind === "item" ? [part] : []))
  const naming = texts.find(({ text }) => namedFile(text) !== undefined)
  const path = naming === undefined ? undefined : namedFile(naming.text)
  if (naming === undefined || path === undefined) return undefined
  const ids = texts.flatMap(({ text }) => findCodeSpans(text).filter(isId)).filter((id) => !id.endsWith(".md"))
  const labels = texts.flatMap(({ text }) => /^\*\*(.+?):?\*\*/.exec(text)?.[1] ?? [])
  const category = labels.map((label) => readCategory(label.replace(/:$/, ""))).find((name) => name !== undefined)
  return {
    path,
    line: naming.line,
    ids: [...new Set(ids)].slice(0, MOST_IDS),
    category,
  }
}

function namedFile(text: string): string | undefined {
  return /(?:`|\]\(<?)([^`)\s>]+\.md)(?:#[\w-]+)?(?:`|>?\))/.exec(text)?.[1]
}

function onlyIds(text: string): readonly string[] {
  const spans = findCodeSpans(text)
  return spans.every(isId) && /^[\s,;.`\w-]*$/.test(text) && text.startsWith("`") ? spans : []
}

function isId(text: string): boolean {
  return /^[A-Za-z][\w.-]*$/.test(text)
}

function findFlaw(pattern: string): string | undefined {
  try {
    // Leading flags, as other engines write them, are accepted.
    new RegExp(pattern.replace(/^\(\?[ims]+\)/, ""))
    return undefined
  } catch (error) {
    if (error instanceof SyntaxError) return error.message.replace(/^.*\/: /, "").toLowerCase()
    throw error
  }
}

function badPattern(line: number, id: string, flaw: string): FileProblem {
  const message = `the expression of ${id} is not a valid regular expression (${flaw})`
  return skillProblem(
    "review.bad-pattern",
    { line },
    { message, fix: "correct it, or write N/A if no expression can find it" },
  )
}

function badRow(line: number, what: string, fix: string): FileProblem {
  return skillProblem("review.pattern-row", { line }, { message: `a row of the patterns ${what}`, fix })
}

function badItem(line: number): FileProblem {
  const fix = "write `name` [Category/Severity]: what it finds — `expression`"
  return skillProblem("review.pattern-row", { line }, { message: "a pattern entry has no id", fix })
}

function twice(line: number, id: string): FileProblem {
  const wording = {
    message: `the pattern ${id} is defined twice; the first definition is used`,
    fix: "rename one of them",
  }
  return skillProblem("review.pattern-clash", { line }, wording)
}

function badTable(line: number): FileProblem {
  const message = "the pattern table has no Pattern column or no Description column"
  return skillProblem(
    "review.pattern-table",
    { line },
    { message, fix: "start it with | Pattern | Regex | Description |" },
  )
}

function noDefinitions(line: number): FileProblem {
  const message = "the section on auto-validated patterns has neither a table nor a list nor a file"
  const fix = "add a table | Pattern | Regex | Description |, or write None."
  return skillProblem("review.pattern-table", { line }, { message, fix })
}
