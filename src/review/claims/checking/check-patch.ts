import { redact } from "../../../finding/redact.ts"
import { escapeHidden } from "../../../text/escape-hidden.ts"
import type { Patch } from "../review-finding.ts"
import type { ReviewedFile } from "../reviewed-file.ts"
import { cleanText } from "../clean-text.ts"
import type { LineSpan, StatedPatch } from "../stated-finding.ts"

const MOST_LINES = 10
const NEAR = 3
const CONTEXT = 3

/** The file to patch; `at` is the line of the finding. */
export interface PatchPlace {
  readonly file: ReviewedFile
  readonly lines: readonly string[]
  readonly at: LineSpan
}

/**
 * A diff stays a diff if it changes at most ten lines in one place and applies to the current text; it is then rebuilt
 * from the file. Any other becomes a prompt for the person or agent that fixes it.
 */
export function checkPatch({ diff, prompt }: StatedPatch, place: PatchPlace): Patch | undefined {
  const applied = diff === "" ? undefined : appliedDiff(diff, place)
  if (applied !== undefined) return { kind: "diff", diff: applied }
  if (prompt !== "") return { kind: "prompt", prompt }
  if (diff === "") return undefined
  return {
    kind: "prompt",
    prompt: cleanText(`Make this change by hand; the patch does not apply as given:\n${diff}`, 4000),
  }
}

interface DiffLine {
  readonly sign: " " | "-" | "+"
  readonly text: string
}

function appliedDiff(diff: string, place: PatchPlace): string | undefined {
  // Text that must not be shown cannot be applied either.
  if (redact(diff) !== diff || escapeHidden(diff.replaceAll("\r\n", "\n")) !== diff.replaceAll("\r\n", "\n"))
    return undefined
  const hunk = readHunk(diff, place.file.path)
  if (hunk === undefined) return undefined
  for (const lines of [hunk, withoutMargin(hunk)]) {
    const start = lines.length === 0 ? undefined : locateHunk(lines, place)
    if (start === undefined) continue
    // The context lines come from the file, and may contain text that must not be shown.
    const written = writeDiff(lines, start, place)
    return written === undefined || redact(written) !== written ? undefined : written
  }
  return undefined
}

/** The only hunk of a diff, or undefined if it is not a diff, is too large, or is about another file. */
function readHunk(diff: string, path: string): readonly DiffLine[] | undefined {
  const all = diff.replaceAll("\r\n", "\n").replace(/\n+$/, "").split("\n")
  const said = all.filter((line) => !/^(?:`{3,}\w*\s*$|diff --git |index [0-9a-f]|\\ No newline)/.test(line))
  const head = said.findIndex((line, at) => line.startsWith("--- ") && said[at + 1]?.startsWith("+++ ") === true)
  const named = head === -1 ? undefined : said[head + 1]?.slice(4).split("\t")[0]?.trim().replace(/^b\//, "")
  if (named !== undefined && named !== path && !path.endsWith(`/${named}`) && !named.endsWith(`/${path}`))
    return undefined
  const body = head === -1 ? said : said.slice(head + 2)
  // A second hunk begins with a line that does not belong to a hunk.
  const lines = (body[0]?.startsWith("@@") === true ? body.slice(1) : body).map(diffLine)
  if (lines.some((line) => line === undefined)) return undefined
  const read = lines.filter((line) => line !== undefined)
  return isSmall(read) ? read : undefined
}

function diffLine(line: string): DiffLine | undefined {
  if (line === "") return { sign: " ", text: "" }
  const sign = line[0]
  return sign === " " || sign === "-" || sign === "+" ? { sign, text: line.slice(1) } : undefined
}

function isSmall(lines: readonly DiffLine[]): boolean {
  const added = lines.filter(({ sign }) => sign === "+").length
  const removed = lines.filter(({ sign }) => sign === "-").length
  return added + removed > 0 && added <= MOST_LINES && removed <= MOST_LINES && lines.length <= 6 * MOST_LINES
}

/** Some put a space after every sign. */
function withoutMargin(lines: readonly DiffLine[]): readonly DiffLine[] {
  if (!lines.every(({ text }) => text === "" || text.startsWith(" "))) return []
  return lines.map(({ sign, text }) => ({ sign, text: text.slice(1) }))
}

/** Where the old lines are: once in the file, or once at the finding. From 0. */
function locateHunk(hunk: readonly DiffLine[], { lines, at }: PatchPlace): number | undefined {
  const old = hunk.filter(({ sign }) => sign !== "+").map(({ text }) => text)
  const fresh = hunk.filter(({ sign }) => sign !== "-").map(({ text }) => text)
  if (old.every((text) => text.trim() === "") || old.join("\n") === fresh.join("\n")) return undefined
  const starts: number[] = []
  for (let start = 0; start + old.length <= lines.length; start++) {
    if (old.every((text, offset) => bare(lines[start + offset]) === text)) starts.push(start)
  }
  const near = starts.filter((start) => start < at.endLine + NEAR && start + old.length >= at.line - NEAR)
  if (near.length === 1) return near[0]
  return starts.length === 1 ? starts[0] : undefined
}

/** With three lines of context, as tools that apply diffs expect, whatever was given. */
function writeDiff(hunk: readonly DiffLine[], start: number, { file, lines }: PatchPlace): string | undefined {
  const first = hunk.findIndex(({ sign }) => sign !== " ")
  const last = hunk.findLastIndex(({ sign }) => sign !== " ")
  const changes = hunk.slice(first, last + 1)
  const old = changes.filter(({ sign }) => sign !== "+").length
  const from = start + first
  const before = lines.slice(Math.max(0, from - CONTEXT), from)
  const after = lines.slice(from + old, from + old + CONTEXT)
  const isEnd = from + old + after.length === lines.length && !file.text.endsWith("\n")
  // A changed last line without a line break is left to people.
  if (isEnd && after.length === 0) return undefined
  const around = before.length + after.length
  const fresh = changes.filter(({ sign }) => sign !== "-").length
  const line = from - before.length + 1
  const end = lines[0]?.endsWith("\r") === true ? "\r" : ""
  return [
    `--- a/${file.path}`,
    `+++ b/${file.path}`,
    `@@ -${old + around === 0 ? line - 1 : line},${old + around} +${fresh + around === 0 ? line - 1 : line},${fresh + around} @@`,
    ...before.map((text) => ` ${text}`),
    ...changes.map(({ sign, text }) => `${sign}${text}${end}`),
    ...after.map((text) => ` ${text}`),
    ...(isEnd ? ["\\ No newline at end of file"] : []),
    "",
  ].join("\n")
}

function bare(line: string | undefined): string | undefined {
  return line?.endsWith("\r") === true ? line.slice(0, -1) : line
}
