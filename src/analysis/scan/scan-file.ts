import { PARSING, TRACING, type Scanner, type TextMatch } from "../scan-text.ts"
import { openLinePlaces } from "../../text/lines.ts"
import type { FoundMatch, ScanAnswer, ScanFile, ScanJob } from "../scan-job.ts"

export interface ScanningFile {
  readonly file: ScanFile
  readonly scanner: Scanner
  /** The ids of the structural rules: none of them is tried without a syntax tree. */
  readonly rules: readonly string[]
  /** The ids of those that follow data, which run together. */
  readonly flows: readonly string[]
  readonly before: (rule: string) => void
}

/**
 * Tries every rule on one file. If code is nested too deeply for a rule, the rule is named, and the others still run.
 */
export function scanFile({ without }: ScanJob, how: ScanningFile): ScanAnswer {
  const { name, bytes, readAs } = how.file
  const decode = () => textIn(bytes)
  const tooDeep: string[] = []
  while (true) {
    let last = ""
    try {
      const left = new Set([...without, ...tooDeep])
      const result = how.scanner.scan({ file: name, readAs, bytes, decode, without: left }, (rule) => {
        last = rule
        how.before(rule)
      })
      const found = [...located(result.text ?? "", result.matches), ...result.flows]
      return { found, notCompleted: [...tooDeep, ...result.notCompleted], dependsOn: result.dependsOn }
    } catch (error) {
      // The stack overflowed: code is nested deeper than people write it.
      if (!(error instanceof RangeError) || last === "") throw error
      tooDeep.push(...(last === PARSING ? how.rules : last === TRACING ? how.flows : [last]))
    }
  }
}

/** The text of a file. */
export function textIn(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
}

const LONGEST_EVIDENCE = 400

function located(text: string, matches: readonly TextMatch[]): readonly FoundMatch[] {
  if (matches.length === 0) return []
  const spot = openLinePlaces(text)
  return matches.map(({ rule, start, end }) => {
    const [from, to] = [spot(start), spot(end)]
    const evidence = text.slice(start, Math.min(end, start + LONGEST_EVIDENCE))
    return { rule, line: from.line, column: from.column, endLine: to.line, endColumn: to.column, evidence }
  })
}
