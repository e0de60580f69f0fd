import { functionAt } from "../../../claims/checking/function-at.ts"
import type { ReviewedFile } from "../../../claims/reviewed-file.ts"
import type { LineSpan } from "../../../claims/stated-finding.ts"
import { estimateTokens } from "../../../text/estimate-tokens.ts"
import { functionsAround } from "./functions-around.ts"

/** What of a file is shown in one place: the whole of it, the functions around its changes, or some of its lines. */
export interface Piece {
  readonly file: ReviewedFile
  /** Numbered lines, or a diff. */
  readonly text: string
  /** Which lines, where it is not the whole file. */
  readonly lines?: readonly LineSpan[] | undefined
  readonly tokens: number
  /** A single line is too long to be shown to its end. */
  readonly isCut?: true | undefined
}

/** A file in as few pieces as fit into so many tokens each. Of a changed file that is long, what belongs to the changes. */
export function piecesOf(
  file: ReviewedFile,
  { room, diffOnly }: { readonly room: number; readonly diffOnly: boolean },
): readonly Piece[] {
  if (diffOnly && file.diff !== undefined && file.diff.length <= room * 2)
    return [{ file, text: file.diff, tokens: estimateTokens(file.diff) + HEAD_TOKENS }]
  const lines = file.text.split("\n")
  if (file.changed === undefined || lines.length <= SHORT_FILE) {
    return inPieces(file, { lines, spans: [{ line: 1, endLine: lines.length }], room })
  }
  return inPieces(file, { lines, spans: functionsAround(lines, file.changed), room })
}

/** A changed file up to this length is shown whole. */
const SHORT_FILE = 150
/** The line that names the file, and its fence. */
const HEAD_TOKENS = 30

interface Cutting {
  readonly lines: readonly string[]
  readonly spans: readonly LineSpan[]
  readonly room: number
}

function inPieces(file: ReviewedFile, { lines, spans, room }: Cutting): readonly Piece[] {
  const isWhole = spans.length === 1 && spans[0]?.line === 1 && spans[0].endLine === lines.length
  const text = numbered(lines, spans)
  const tokens = estimateTokens(text) + HEAD_TOKENS
  if (tokens <= room) return [{ file, text, lines: isWhole ? undefined : spans, tokens }]
  const halves = halved(lines, spans)
  return halves === undefined
    ? [{ file, text: text.slice(0, room * 2), lines: spans, tokens: room, isCut: true }]
    : halves.flatMap((half) => inPieces(file, { lines, spans: half, room }))
}

/** Two halves, cut between functions where one begins near the middle. Undefined for a single line. */
function halved(lines: readonly string[], spans: readonly LineSpan[]): readonly (readonly LineSpan[])[] | undefined {
  const [only, ...others] = spans
  if (only !== undefined && others.length > 0) {
    const middle = Math.ceil(spans.length / 2)
    return [spans.slice(0, middle), spans.slice(middle)]
  }
  if (only === undefined || only.line === only.endLine) return undefined
  const middle = only.line + Math.floor((only.endLine - only.line + 1) / 2)
  const start = functionAt(lines, middle) ?? middle
  const cut = start > only.line + (middle - only.line) / 2 ? start : middle
  return [[{ line: only.line, endLine: cut - 1 }], [{ line: cut, endLine: only.endLine }]]
}

/** Lines with their numbers; what is left out between two spans is said. */
export function numbered(lines: readonly string[], spans: readonly LineSpan[]): string {
  const width = String(lines.length).length
  return spans
    .map(({ line, endLine }) =>
      lines
        .slice(line - 1, endLine)
        .map((text, at) => `${String(line + at).padStart(width)}| ${text}`)
        .join("\n"),
    )
    .join(`\n${" ".repeat(width)}| …\n`)
}
