import type { FileProblem } from "../../../problem/problem.ts"
import { skillProblem } from "../../problems.ts"
import { type ReviewSeverity, readTitle, type SeverityRange, findSeverity, type Title } from "./severity.ts"
import { sayWithLabel } from "../judge-label.ts"
import { nameLines } from "./name-lines.ts"
import type { ZonedPart } from "./assign-zones.ts"

/** A category of checks. */
export interface FocusArea {
  readonly name: string
  readonly severity: ReviewSeverity | null
  readonly severityRange?: SeverityRange
  /** Where the severity is: after the name, or only in the category's text. */
  readonly severitySource?: "title" | "context"
  readonly checks: readonly FocusCheck[]
}

export interface FocusCheck {
  readonly text: string
  /** The languages or frameworks it is meant for, as the skill names them. */
  readonly language?: string | undefined
}

export interface FocusReading {
  readonly focusAreas: readonly FocusArea[]
  /** Lines of checks that a problem names because they are in no category. */
  readonly leftOut: readonly number[]
  readonly problems: readonly FileProblem[]
}

/** Reads categories: titles with a severity wherever they are, and any title in a section of categories. */
export function readFocusAreas(parts: readonly ZonedPart[]): FocusReading {
  const reading: Reading = { focusAreas: [], leftOut: [], problems: [], open: undefined, loose: [] }
  for (const part of parts) {
    if (part.zone !== "area" && part.zone !== "plain") close(reading)
    else takePart(reading, part)
  }
  close(reading)
  return reading
}

interface OpenCategory extends Title {
  readonly line: number
  /** The level of its heading; a category that a bold label opened is below every heading. */
  readonly level: number
  readonly prose: string[]
  readonly checks: FocusCheck[]
  language: string | undefined
  /** What introduces the next checks within the category; empty if nothing does. */
  label: string
  /** The label is a title without a severity, so each of its checks names it. */
  isGroup: boolean
}

interface Reading {
  readonly focusAreas: FocusArea[]
  readonly leftOut: number[]
  readonly problems: FileProblem[]
  open: OpenCategory | undefined
  /** Lines of checks that are in such a section but in no category. */
  loose: number[]
}

const LABEL_LEVEL = 7

function takePart(reading: Reading, part: ZonedPart): void {
  const { open } = reading
  switch (part.kind) {
    case "heading":
      return part.opens ? close(reading) : takeTitle(reading, part, part.level)
    case "label":
      return takeTitle(reading, part, LABEL_LEVEL)
    case "language":
      if (open !== undefined) open.language = part.text
      return
    case "item":
      if (open === undefined) return part.zone === "area" ? void reading.loose.push(part.line) : undefined
      open.checks.push({ text: sayWithLabel(part.text, open.label, open.isGroup), language: open.language })
      return
    case "table":
      if (open !== undefined || part.zone === "area") reading.problems.push(unreadTable(part.line))
      return
    case "rule":
      return open?.level === LABEL_LEVEL ? close(reading) : undefined
    case "text":
      if (open === undefined) return
      if (part.text.endsWith(":")) [open.label, open.isGroup] = [part.text, false]
      else if (!open.isGroup) open.label = ""
      open.prose.push(part.text)
      return
  }
}

/** A title opens a category, stays within the one above it, or ends the open one. */
function takeTitle(reading: Reading, part: ZonedPart & { readonly kind: "heading" | "label" }, level: number): void {
  const title = readTitle(part.text)
  const { open } = reading
  const isBelow = open !== undefined && open.level < level
  if (title.rating.kind === "none" && isBelow) {
    open.language = undefined
    open.label = part.text
    open.isGroup = true
    return
  }
  // A heading that only groups the categories below it is not a category itself.
  if (isBelow && open.checks.length === 0) reading.open = undefined
  else close(reading)
  flushLoose(reading)
  if (title.rating.kind === "none" && part.zone !== "area") return
  reading.open = {
    ...title,
    line: part.line,
    level,
    prose: [],
    checks: [],
    language: undefined,
    label: "",
    isGroup: false,
  }
}

function close(reading: Reading): void {
  const { open } = reading
  flushLoose(reading)
  reading.open = undefined
  if (open === undefined) return
  const { name, rating, line, checks } = open
  if (rating.kind === "unknown") reading.problems.push(unknownSeverityProblem(line, rating.word))
  if (rating.kind === "rated" && rating.rest !== undefined)
    reading.problems.push(unknownSeverityProblem(line, rating.rest))
  if (checks.length === 0) reading.problems.push(noChecks(line, name))
  reading.focusAreas.push({ name, ...severityFields(open), checks })
}

function severityFields({ name, rating, prose, checks }: OpenCategory): Omit<FocusArea, "name" | "checks"> {
  if (rating.kind === "rated") {
    const range = rating.range === undefined ? {} : { severityRange: rating.range }
    return { severity: rating.severity, ...range, severitySource: "title" }
  }
  const found = findSeverity(
    [name, ...prose],
    checks.map(({ text }) => text),
  )
  return found === null ? { severity: null } : { severity: found, severitySource: "context" }
}

function flushLoose(reading: Reading): void {
  const { loose } = reading
  const [first] = loose
  if (first === undefined) return
  reading.loose = []
  reading.leftOut.push(...loose)
  const what =
    loose.length === 1 ? "a check has no category and was" : `${loose.length} checks have no category and were`
  const wording = {
    message: `${what} left out: ${nameLines(loose)}`,
    fix: "put a line such as **Name (Major):** before it",
  }
  reading.problems.push(skillProblem("review.loose-check", { line: first }, wording))
}

export function unknownSeverityProblem(line: number, word: string): FileProblem {
  return skillProblem(
    "review.unknown-severity",
    { line },
    {
      message: `"${word}" is not a severity`,
      fix: "write Critical, Major, Minor or Suggestion, or a range such as Major to Critical",
    },
  )
}

function noChecks(line: number, name: string): FileProblem {
  const wording = { message: `the category "${name}" has no checks`, fix: "list what to check below it, as bullets" }
  return skillProblem("review.no-checks", { line }, wording)
}

function unreadTable(line: number): FileProblem {
  const wording = { message: "a table among checks is not read", fix: "write its rows as bullets" }
  return skillProblem("review.unread-table", { line }, wording)
}
