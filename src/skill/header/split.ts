import type { FileProblem } from "../../problem/problem.ts"
import { skillProblem } from "../problems.ts"
import { fieldBySpelling } from "./schema/fields.ts"
import { findLooseEnd } from "./find-loose-end.ts"

/**
 * strict: fenced as the specification says. repaired: the fences were repaired. none: there is no frontmatter, the
 * whole text is the body. refused: the file must not be read at all.
 */
export type FenceState = "strict" | "repaired" | "none" | "refused"

export interface SplitText {
  readonly fence: FenceState
  /** The lines between the fences, line breaks as \n. */
  readonly block: string
  /** The line of the file on which the block begins, from 1. */
  readonly blockLine: number
  readonly body: string
  readonly bodyLine: number
  readonly problems: readonly FileProblem[]
}

export const MAX_HEADER = 64 * 1024

/** Splits a file into frontmatter and body. Whatever is wrong with the fences, no text is lost. */
export function splitHeader(text: string): SplitText {
  return splitSound(text) ?? splitAny(text)
}

/** The usual case, without reading the body: nine files in ten, in a tenth of the time. */
function splitSound(text: string): SplitText | undefined {
  if (!text.startsWith("---\n")) return undefined
  const end = text.indexOf("\n---\n", 3)
  if (end === -1 || end > MAX_HEADER) return undefined
  const block = text.slice(4, Math.max(4, end))
  if (block.includes("\r") || block.includes("---") || block.includes("\n...") || /^(#|\.\.\.)/m.test(block))
    return undefined
  if (!holdsFields(block)) return undefined
  let bodyLine = end === 3 ? 3 : 4
  for (let at = block.indexOf("\n"); at !== -1; at = block.indexOf("\n", at + 1)) bodyLine++
  return { fence: "strict", block, blockLine: 2, body: text.slice(end + 5), bodyLine, problems: [] }
}

/** @internal the whole way, which `splitSound` must agree with */
export function splitAny(text: string): SplitText {
  const lines = text.split(/\r\n|\n|\r/)
  const problems: FileProblem[] = []
  if (lines[0]?.startsWith("\ufeff")) {
    lines[0] = lines[0].slice(1)
    problems.push(bom())
  }
  const first = lines.findIndex((line) => line.trim() !== "")
  if (first === -1) return wholeBody(lines, problems)
  const opening = findOpening(lines, first)
  if (opening.kind === "none") return wholeBody(lines, problems)
  if (opening.kind === "tagged") {
    problems.push(tagged(first, opening.tag))
    return { ...wholeBody(lines, problems), fence: "refused" }
  }
  const closing = findClosing(lines, opening.from)
  if (closing.kind === "too-large") {
    problems.push(tooLarge(first))
    return { ...wholeBody(lines, problems), fence: "refused" }
  }
  if (
    closing.kind === "never" ||
    !holdsFields(lines.slice(opening.from, closing.at).concat(opening.glued).join("\n"))
  ) {
    return wholeBody(lines, problems)
  }
  if (opening.note !== undefined) problems.push(fenceProblem(first + 1, opening.note))
  if (closing.note !== undefined) problems.push(closing.note)
  const header = [...opening.glued, ...lines.slice(opening.from, closing.at), ...closing.gluedHeader]
  const body = [...closing.gluedBody, ...lines.slice(closing.bodyFrom)]
  if (opening.inCodeFence) dropCodeFenceEnd(body)
  return {
    fence: opening.note === undefined && closing.note === undefined ? "strict" : "repaired",
    block: header.join("\n"),
    blockLine: opening.from + 1 - opening.glued.length,
    body: body.join("\n"),
    bodyLine: closing.bodyFrom + 1 - closing.gluedBody.length,
    problems,
  }
}

type Opening =
  | { readonly kind: "none" }
  | { readonly kind: "tagged"; readonly tag: string }
  | {
      readonly kind: "open"
      /** The first line of the frontmatter. */
      readonly from: number
      /** Frontmatter text on the line of the fence itself. */
      readonly glued: readonly string[]
      readonly inCodeFence: boolean
      readonly note?: string
    }

function findOpening(lines: readonly string[], first: number): Opening {
  const line = lines[first] ?? ""
  const open = { kind: "open", from: first + 1, glued: [], inCodeFence: false } as const
  if (/^---[ \t]*$/.test(line)) {
    return first === 0 ? open : { ...open, note: "the frontmatter does not begin on the first line" }
  }
  const after = /^-{3,}[ \t]*(\S.*)$/.exec(line)?.[1]?.replace(/^-+$/, "")
  if (after !== undefined && after !== "") return openingWithText(open, after.trimEnd())
  if (/^-{4,}[ \t]*$/.test(line)) {
    return isKeyLine(lines[first + 1] ?? "")
      ? { ...open, note: "the opening fence has more than three dashes" }
      : { kind: "none" }
  }
  if (/^(`{3,}|~{3,})[\w-]*[ \t]*$/.test(line)) return openingInCodeFence(lines, first)
  if (isKnownKeyLine(line) && hasFenceSoon(lines, first)) {
    return { ...open, from: first, note: "the opening fence is missing" }
  }
  return { kind: "none" }
}

function openingWithText(open: Extract<Opening, { kind: "open" }>, after: string): Opening {
  if (isKeyLine(after)) return { ...open, glued: [after], note: "the first field is on the line of the opening fence" }
  if (after.startsWith("#")) return { ...open, note: "a comment is on the line of the opening fence" }
  if (/^[A-Za-z][\w+.-]*$/.test(after)) return { kind: "tagged", tag: after }
  return { kind: "none" }
}

function openingInCodeFence(lines: readonly string[], first: number): Opening {
  const next = lines.findIndex((line, at) => at > first && line.trim() !== "")
  if (next === -1 || !/^---[ \t]*$/.test(lines[next] ?? "")) return { kind: "none" }
  return { kind: "open", from: next + 1, glued: [], inCodeFence: true, note: "the frontmatter is inside a code fence" }
}

type Closing =
  | { readonly kind: "too-large" }
  | { readonly kind: "never" }
  | {
      readonly kind: "closed"
      /** The first line after the frontmatter. */
      readonly at: number
      readonly bodyFrom: number
      readonly gluedHeader: readonly string[]
      readonly gluedBody: readonly string[]
      readonly note?: FileProblem
    }

function findClosing(lines: readonly string[], from: number): Closing {
  let size = 0
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? ""
    size += line.length + 1
    if (size > MAX_HEADER) return anyKey(lines, from, at) ? { kind: "too-large" } : { kind: "never" }
    const closing = closingLine(line, at)
    if (closing === undefined) continue
    const loose = findLooseEnd(lines.slice(from, at), "closed")
    return loose === undefined ? closing : unclosed(from + loose.at, loose.glued)
  }
  const loose = findLooseEnd(lines.slice(from), "unclosed")
  return loose === undefined ? { kind: "never" } : unclosed(from + loose.at, loose.glued)
}

function closingLine(line: string, at: number): Closing | undefined {
  const closed = { kind: "closed", at, bodyFrom: at + 1, gluedHeader: [], gluedBody: [] } as const
  if (/^---[ \t]*$/.test(line)) return closed
  if (/^-{4,}[ \t]*$/.test(line))
    return { ...closed, note: fenceProblem(at + 1, "the closing fence has more than three dashes") }
  if (/^\.\.\.[ \t]*$/.test(line))
    return { ...closed, note: fenceProblem(at + 1, "the frontmatter is closed with dots") }
  const after = /^---+[ \t]*([^-\s].*)$/.exec(line)?.[1]
  if (after === undefined) return undefined
  return { ...closed, gluedBody: [after], note: fenceProblem(at + 1, "there is text on the line of the closing fence") }
}

function unclosed(at: number, glued: string | undefined): Closing {
  const note = skillProblem(
    "header.unclosed",
    { line: at + 1, column: 1 },
    {
      message: "the frontmatter is not closed; it is assumed to end here",
      fix: "write --- on its own line before this line",
    },
  )
  if (glued === undefined) return { kind: "closed", at, bodyFrom: at, gluedHeader: [], gluedBody: [], note }
  return { kind: "closed", at, bodyFrom: at + 1, gluedHeader: [glued], gluedBody: [], note }
}

function wholeBody(lines: readonly string[], problems: readonly FileProblem[]): SplitText {
  return { fence: "none", block: "", blockLine: 1, body: lines.join("\n"), bodyLine: 1, problems }
}

/** The code fence around the frontmatter ends right after it, or with the file. */
function dropCodeFenceEnd(body: string[]): void {
  const isFence = (line: string | undefined) => /^(`{3,}|~{3,})[ \t]*$/.test(line ?? "")
  const first = body.findIndex((line) => line.trim() !== "")
  const last = body.findLastIndex((line) => line.trim() !== "")
  const fences = body.filter((line) => /^(`{3,}|~{3,})/.test(line)).length
  if (first !== -1 && isFence(body[first])) body.splice(first, 1)
  else if (last !== -1 && isFence(body[last]) && fences % 2 === 1) body.splice(last, 1)
}

/** Prose between two rules is not frontmatter: there must be a field, or nothing at all. */
function holdsFields(block: string): boolean {
  return /^\s*(["']?[\w$][^:\n]*:(\s|$)|[{?])/m.test(block) || !/^\s*[^#\s]/m.test(block) || hasTightField(block)
}

function hasTightField(block: string): boolean {
  return [...block.matchAll(/^([A-Za-z][\w-]*):\S/gm)].some((match) => fieldBySpelling.has(match[1] ?? ""))
}

function isKeyLine(line: string): boolean {
  return /^["']?[A-Za-z_][\w.-]*["']?[ \t]*:([ \t]|$)/.test(line)
}

function isKnownKeyLine(line: string): boolean {
  const key = /^([A-Za-z][\w-]*)[ \t]*:[ \t]/.exec(line)?.[1]
  return key !== undefined && fieldBySpelling.has(key)
}

function anyKey(lines: readonly string[], from: number, to: number): boolean {
  for (let at = from; at <= to; at++) if (isKeyLine(lines[at] ?? "")) return true
  return false
}

/** Only fields may be between the first line and the fence; otherwise it is text with a rule in it. */
function hasFenceSoon(lines: readonly string[], first: number): boolean {
  for (let at = first + 1; at < Math.min(lines.length, first + 100); at++) {
    const line = lines[at] ?? ""
    if (/^---[ \t]*$/.test(line)) return true
    if (!isKeyLine(line) && !/^[ \t]|^- |^#|^$/.test(line)) return false
  }
  return false
}

function bom(): FileProblem {
  const fix = "save the file as UTF-8 without a byte order mark"
  return skillProblem(
    "file.bom",
    { line: 1, column: 1 },
    { message: "the file begins with a byte order mark; some agents skip such files", fix },
  )
}

function tagged(at: number, tag: string): FileProblem {
  const message = `the frontmatter is marked as "${tag}"; only plain YAML is read, so this file is not used`
  return skillProblem(
    "header.tagged-fence",
    { line: at + 1, column: 4 },
    { message, fix: "write --- alone on the line, and the frontmatter as YAML" },
  )
}

function tooLarge(at: number): FileProblem {
  const message = `the frontmatter is larger than ${MAX_HEADER / 1024} KiB; this file is not used`
  return skillProblem(
    "header.too-large",
    { line: at + 1, column: 1 },
    { message, fix: "close the frontmatter with --- and keep long text in the body" },
  )
}

function fenceProblem(line: number, what: string): FileProblem {
  return skillProblem(
    "header.fence",
    { line, column: 1 },
    { message: what, fix: "write --- alone on the line before and after the frontmatter" },
  )
}
