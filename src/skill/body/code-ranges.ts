import { readOutline } from "./read-outline.ts"

/** Offsets into a text: from the first character to after the last. */
export interface CodeRange {
  readonly from: number
  readonly to: number
}

export interface ShellRange extends CodeRange {
  readonly form: "inline" | "block"
  /** The command itself, without its marks. */
  readonly inner: CodeRange
}

export function isShellRange(range: CodeRange): range is ShellRange {
  return "inner" in range
}

export interface CodeRanges {
  /** Code fences and code spans: text that is shown, never run. */
  readonly code: readonly CodeRange[]
  /** Commands: a code fence with only `!` as its info string, and a code span after a `!` that begins a word. */
  readonly shells: readonly ShellRange[]
}

/** Where the code of a body is, and which of it is a command to run. The ranges never overlap. */
export function findCodeRanges(body: string): CodeRanges {
  const code: CodeRange[] = []
  const shells: ShellRange[] = []
  const starts = lineStarts(body)
  let at = 0
  for (const fence of readOutline(body).fences) {
    const from = starts[fence.from - 1] ?? body.length
    const to = endOfLine(body, starts[fence.to - 1] ?? body.length)
    if (from < at) continue
    readSpans(body, { from: at, to: from }, { code, shells })
    const block = shellBlock(body, { from, to })
    if (block === undefined) code.push({ from, to })
    else shells.push(block)
    at = to
  }
  readSpans(body, { from: at, to: body.length }, { code, shells })
  return { code, shells }
}

/**
 * Only ```` ```! ```` opens a command, closed by a line of three backticks; with any other info string it is a code
 * fence.
 */
function shellBlock(body: string, range: CodeRange): ShellRange | undefined {
  const text = body.slice(range.from, range.to)
  const match = /^```![ \t]*\r?\n([\s\S]*?)\r?\n?[ \t]*```[ \t]*$/.exec(text)
  if (match === null) return undefined
  const start = range.from + text.indexOf("\n") + 1
  return { ...range, form: "block", inner: { from: start, to: start + (match[1] ?? "").length } }
}

/** Code spans and inline commands in text without code fences. */
function readSpans(
  body: string,
  range: CodeRange,
  found: { readonly code: CodeRange[]; readonly shells: ShellRange[] },
): void {
  const gapAfter = openGapSearch(body, range)
  for (let at = body.indexOf("`", range.from); at !== -1 && at < range.to; ) {
    const length = countBackticks(body, at)
    const close = closingRun(body, { from: at + length, to: gapAfter(at + length) }, length)
    if (close === -1) {
      at = body.indexOf("`", at + length)
      continue
    }
    const isCommand =
      length === 1 &&
      body[at - 1] === "!" &&
      (at < 2 || /\s/.test(body[at - 2] ?? "")) &&
      at - 1 >= range.from &&
      body.slice(at + 1, close).trim() !== ""
    if (isCommand)
      found.shells.push({ from: at - 1, to: close + 1, form: "inline", inner: { from: at + 1, to: close } })
    else found.code.push({ from: at, to: close + length })
    at = body.indexOf("`", close + length)
  }
}

function countBackticks(body: string, at: number): number {
  let end = at
  while (body[end] === "`") end++
  return end - at
}

/** Where the next empty line is. Queries come in ascending order, so each line is searched once. */
function openGapSearch(body: string, range: CodeRange): (from: number) => number {
  let gap = -1
  return (from) => {
    if (gap >= from) return gap
    const empty = /\n[ \t]*\r?\n/g
    empty.lastIndex = from
    gap = Math.min(range.to, empty.exec(body)?.index ?? range.to)
    return gap
  }
}

/** A span ends at a run of as many backticks as it began with. It may cross a line break, but not an empty line. */
function closingRun(body: string, range: CodeRange, length: number): number {
  for (let at = body.indexOf("`", range.from); at !== -1 && at < range.to; ) {
    const run = countBackticks(body, at)
    if (run === length) return at
    at = body.indexOf("`", at + run)
  }
  return -1
}

function lineStarts(body: string): readonly number[] {
  return [0, ...[...body.matchAll(/\r\n|\n|\r/g)].map((end) => end.index + end[0].length)]
}

function endOfLine(body: string, from: number): number {
  const end = /\r\n|\n|\r/g
  end.lastIndex = from
  return end.exec(body)?.index ?? body.length
}
