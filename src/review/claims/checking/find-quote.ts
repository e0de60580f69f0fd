import type { JudgeVerdict, ReviewFinding } from "../review-finding.ts"
import { type ReviewedCode, squeeze } from "./reviewed-code.ts"

/** Where code that a judge quotes really is. */
export interface QuotedPlace {
  readonly file: string
  readonly line: number
}

/**
 * The first quote of a verdict that is really in the code: around the finding, around a step of its data flow, or on the
 * line that the judge names. White space does not count. Undefined if the verdict quotes nothing that is there.
 */
export function findQuote(
  { quote = "", reason, line }: JudgeVerdict,
  finding: ReviewFinding,
  code: ReviewedCode,
): QuotedPlace | undefined {
  const quotes = [quote, ...[...reason.matchAll(SPAN)].map(([, inside = ""]) => inside)].map(squeeze).filter(isTelling)
  const { file, steps = [] } = finding
  const places = [
    { file, from: finding.line - AROUND, to: finding.endLine + AROUND },
    ...steps.map((step) => ({ file: step.file, from: step.line - AROUND, to: step.endLine + AROUND })),
    ...(line === undefined ? [] : [{ file, from: line - NEXT_TO, to: line + NEXT_TO }]),
  ]
  for (const said of quotes)
    for (const place of places) {
      const found = locate(said, place, code)
      if (found !== undefined) return { file: place.file, line: found }
    }
  return undefined
}

/** As many lines as a judge is shown around a claim. */
export const AROUND = 5
/** A judge may miscount. */
const NEXT_TO = 2

/** Code in a sentence, as Markdown marks it. */
const SPAN = /`{1,3}([^`]{1,400})`{1,3}/g

/** A bracket or a single short word is in every file, so it shows nothing. */
function isTelling(quote: string): boolean {
  return quote.length >= SHORTEST && /[\p{L}\p{N}_$]{2}/u.test(quote)
}

const SHORTEST = 8

interface Lines {
  readonly file: string
  readonly from: number
  readonly to: number
}

/** The line on which the quote begins. */
function locate(quote: string, { file: name, from, to }: Lines, code: ReviewedCode): number | undefined {
  const file = code.find(name)
  if (file === undefined) return undefined
  const first = Math.max(1, from)
  const lines = code.squeezed(file).slice(first - 1, Math.max(first - 1, to))
  const at = lines
    .filter((line) => line !== "")
    .join(" ")
    .indexOf(quote)
  if (at === -1) return undefined
  let end = 0
  for (const [index, line] of lines.entries()) {
    end += line === "" ? 0 : line.length + 1
    if (end > at) return first + index
  }
  return undefined
}
