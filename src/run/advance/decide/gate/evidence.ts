import { isMap } from "../../../../text/is-map.ts"
import type { GateAnswer } from "../../../model.ts"
import { readOutline } from "../../../../skill/body/read-outline.ts"
import { listFailingLevels, type Inspection } from "../../../../workflow/review-policy.ts"
import { listBlockingLevels } from "../../../../workflow/review-policy.ts"
import type { Evidence, ValueSchema } from "../../../../workflow/workflow.ts"
import { type ReviewIssue, readReview } from "./review-answer.ts"
import { findTextFaults } from "../text-shape.ts"
import { explainNotFilled } from "./commands.ts"
import { escapeHidden } from "../../../../text/escape-hidden.ts"
import { formatCount } from "../../../../text/format-count.ts"

/** The result of checking one piece of evidence. */
export interface Examined {
  readonly kind: Evidence["kind"]
  readonly holds: boolean
  /** In one sentence. */
  readonly because: string
  /** Issues of a review: those that block, and those that do not block in this iteration. */
  readonly blocking?: readonly ReviewIssue[]
  readonly tolerated?: readonly ReviewIssue[]
  /** A command that failed, with its placeholders filled in, and the end of what it printed. */
  readonly command?: string
  readonly output?: string
}

export interface Examining {
  readonly texts: Readonly<Record<string, unknown>>
  readonly iteration: number
  readonly mustOnly: boolean
  /** The result of what the gate requested, if this evidence requests something. */
  readonly answer?: GateAnswer | undefined
}

/** Whether evidence is satisfied. The same evidence always gives the same result. */
export function examineEvidence(evidence: Evidence, how: Examining): Examined {
  switch (evidence.kind) {
    case "review":
      return examineReview(toTexts(how.texts[evidence.of]), how)
    case "sections":
      return examineSections(joinTexts(how.texts[evidence.of]), evidence.sections)
    case "command":
      return examineCommand(evidence, how.answer)
    case "schema":
      return examineSchema(how.texts[evidence.of], evidence.schema)
    case "lint":
    case "audit":
    case "markers":
      return examineInspection(evidence, how.answer)
  }
}

/** Each reviewer is read separately: one reviewer's answer never hides another's. */
function examineReview(texts: readonly string[], { iteration, mustOnly }: Examining): Examined {
  const reviews = texts.map(readReview)
  const issues = reviews.flatMap((review) => review.issues)
  const levels = listBlockingLevels(iteration, mustOnly)
  const blocking = issues.filter(({ level }) => levels.includes(level))
  const tolerated = issues.filter(({ level }) => !levels.includes(level))
  const found = { kind: "review", blocking, tolerated } as const
  if (blocking.length > 0)
    return { ...found, holds: false, because: `${formatCount(blocking.length, "issue")} of ${levels.join(", ")} open` }
  if (reviews.length === 0 || reviews.some(({ claims }) => claims === "nothing"))
    return { ...found, holds: false, because: "the review has no RESULT line" }
  if (reviews.some((review) => review.claims === "fail" && review.issues.length === 0))
    return { ...found, holds: false, because: "the review says FAIL but lists no issues" }
  const left =
    tolerated.length === 0
      ? "no issue"
      : `${formatCount(tolerated.length, "issue")} that ${tolerated.length === 1 ? "does" : "do"} not block in iteration ${iteration}`
  return { ...found, holds: true, because: `the review found ${left}` }
}

function examineSections(text: string, wanted: readonly string[]): Examined {
  const { sections } = readOutline(text)
  const missing = wanted.filter((name) => {
    const own = sections.find(({ heading }) => heading !== undefined && plain(heading.text) === plain(name))
    if (own === undefined) return true
    return !sections.some(({ from, to, text: said }) => from >= own.from && to <= own.through && said.trim() !== "")
  })
  return missing.length === 0
    ? { kind: "sections", holds: true, because: `it has ${wanted.join(", ")}` }
    : { kind: "sections", holds: false, because: `missing or empty: ${missing.join(", ")}` }
}

function plain(title: string): string {
  return title
    .replace(/[*_`:]/g, "")
    .trim()
    .toLowerCase()
}

function examineCommand(evidence: Extract<Evidence, { kind: "command" }>, answer: GateAnswer | undefined): Examined {
  const wanted = evidence.exit ?? 0
  if (answer === undefined || answer.kind === "inspected")
    return { kind: "command", holds: false, because: `\`${evidence.command}\` was not run` }
  if (answer.kind === "none")
    return { kind: "command", holds: true, because: `no command was given for ${evidence.command}` }
  const command = findShownCommand(evidence.command, answer)
  if (answer.kind === "refused")
    return { kind: "command", holds: false, because: `\`${command}\` may not run: ${answer.why}` }
  const ended = answer.exitCode === null ? "was stopped" : `ended with ${answer.exitCode}`
  const because = `\`${command}\` ${ended}`
  if (answer.exitCode === wanted) return { kind: "command", holds: true, because }
  return {
    kind: "command",
    holds: false,
    because: wanted === 0 ? because : `${because}, not ${wanted}`,
    command,
    output: cutOutput(answer.output),
  }
}

/** As it was run. Its text is the author's if it could not be filled in. */
function findShownCommand(written: string, answer: GateAnswer): string {
  const command = "command" in answer ? answer.command : undefined
  return command === undefined || explainNotFilled(command) !== undefined ? written : command
}

// oxlint-disable-next-line no-control-regex
const COLOUR = /\u001b\[[\d;]*m/g
const MOST_OUTPUT_LINES = 20
const MOST_OUTPUT_CHARACTERS = 2000

/** The end, where commands say what went wrong. */
function cutOutput(output: string): string {
  const text = escapeHidden(output.replaceAll(COLOUR, "").trim())
  const end = text.slice(-MOST_OUTPUT_CHARACTERS).split("\n").slice(-MOST_OUTPUT_LINES).join("\n").trimStart()
  return end.length === text.length ? end : `… (the last lines)\n${end}`
}

/** Evidence that was not inspected fails, and so does a level that the inspection does not have. */
function examineInspection(
  { kind, path, failOn }: Extract<Evidence, { kind: Inspection }>,
  answer: GateAnswer | undefined,
): Examined {
  const failing = listFailingLevels(kind, failOn)
  if (answer?.kind === "refused") return { kind, holds: false, because: `${kind} of ${path}: ${answer.why}` }
  if (answer?.kind !== "inspected" || answer.skills === 0 || failing === undefined)
    return { kind, holds: false, because: `${kind} of ${path} was not done` }
  const open = answer.found.filter(({ level }) => failing.includes(level))
  if (open.length === 0)
    return { kind, holds: true, because: `${kind} found nothing at or above ${failing.at(-1)} in ${path}` }
  const shown = open.slice(0, MOST_SHOWN).map(({ level, text }) => `${level}: ${text}`)
  const more = open.length > MOST_SHOWN ? [`and ${open.length - MOST_SHOWN} more`] : []
  const because = `${kind} found ${formatCount(open.length, "problem")} in ${path}: ${[...shown, ...more].join("; ")}`
  return { kind, holds: false, because }
}

const MOST_SHOWN = 5

function examineSchema(value: unknown, schema: ValueSchema): Examined {
  const wrong =
    typeof value === "string" && schema.type !== "string" ? ["it is not JSON"] : findMismatches(value, schema, "it")
  return wrong.length === 0
    ? { kind: "schema", holds: true, because: "the value has the declared shape" }
    : { kind: "schema", holds: false, because: wrong.slice(0, 5).join("; ") }
}

/** Every mismatch between a value and its schema. */
export function findMismatches(value: unknown, schema: ValueSchema, at: string): readonly string[] {
  const wrong: string[] = []
  if (schema.type !== undefined && !hasType(value, schema.type))
    return [`${at} is not ${/^[aio]/.test(schema.type) ? "an" : "a"} ${schema.type}`]
  if (schema.enum !== undefined && !schema.enum.some((one) => one === value))
    wrong.push(`${at} is not one of ${schema.enum.join(", ")}`)
  if (typeof value === "string" && value.trim().length < (schema.minLength ?? 0))
    wrong.push(`${at} is ${schema.minLength === 1 ? "empty" : `shorter than ${schema.minLength} characters`}`)
  if (typeof value === "string")
    wrong.push(...findTextFaults(value, schema).map((fault) => (at === "it" ? fault : `${at}: ${fault}`)))
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0))
      wrong.push(`${at} has ${schema.minItems === 1 ? "no" : `fewer than ${schema.minItems}`} entries`)
    if (value.length > (schema.maxItems ?? value.length)) wrong.push(`${at} has more than ${schema.maxItems} entries`)
    if (schema.items !== undefined)
      for (const [index, entry] of value.entries())
        wrong.push(...findMismatches(entry, schema.items, `${at}[${index}]`))
  } else if (typeof value === "object" && value !== null) {
    for (const name of schema.required ?? []) if (!Object.hasOwn(value, name)) wrong.push(`${at} has no ${name}`)
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      if (Object.hasOwn(value, name))
        wrong.push(...findMismatches((value as Record<string, unknown>)[name], inner, `${at}.${name}`))
    }
  }
  return wrong
}

function hasType(value: unknown, type: NonNullable<ValueSchema["type"]>): boolean {
  switch (type) {
    case "object":
      return isMap(value)
    case "array":
      return Array.isArray(value)
    case "integer":
      return Number.isInteger(value)
    case "string":
    case "number":
    case "boolean":
      return typeof value === type
  }
}

/** The answers of a fan-out as one text. */
function joinTexts(value: unknown): string {
  return toTexts(value).join("\n\n")
}

function toTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value]
  if (Array.isArray(value)) return value.map(entryText)
  return value === undefined || value === null ? [] : [JSON.stringify(value)]
}

/** An answer of a fan-out, or anything else in a list. */
function entryText(entry: unknown): string {
  const { text } = (entry ?? {}) as { readonly text?: unknown }
  return typeof text === "string" ? text : JSON.stringify(entry)
}
