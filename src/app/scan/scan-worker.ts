import fs from "node:fs"
import { openCodeReader } from "../../adapters/code/open-code-reader.ts"
import { openLinearEngine } from "../../adapters/patterns/linear-engine.ts"
import { serveJobs, type Work } from "../../adapters/patterns/worker-protocol.ts"
import { reopenPatterns } from "../../analysis/patterns/compile-patterns.ts"
import { structuralRules } from "../../analysis/rules/structural-rules.ts"
import { openScanner, PARSING, type TextMatch } from "../../analysis/scan-text.ts"
import type { FoundMatch, ScanAnswer, ScanJob, ScanSetup } from "./scan-job.ts"

await serveJobs<ScanSetup, ScanJob, ScanAnswer>(openWork)

async function openWork(setup: ScanSetup): Promise<Work<ScanJob, ScanAnswer>> {
  const trusted = reopenPatterns(setup.trusted)
  const untrusted = setup.untrusted.length === 0 ? [] : reopenPatterns(setup.untrusted, await openLinearEngine())
  const rules = structuralRules.filter(({ id }) => setup.rules.includes(id))
  const reader = rules.length === 0 ? undefined : await openCodeReader()
  const scanner = openScanner({
    patterns: [...trusted, ...untrusted],
    rules: reader === undefined ? [] : rules,
    reader: () => reader ?? neverAsked(),
  })
  const numbers = new Map(setup.steps.map((id, at) => [id, at]))
  return ({ file, without }, takeStep) => {
    let bytes: Buffer
    try {
      bytes = fs.readFileSync(file)
    } catch (error) {
      if (error instanceof Error && "code" in error) return { kind: "unreadable", message: error.message }
      throw error
    }
    const tooDeep: string[] = []
    while (true) {
      let last = ""
      const before = (id: string): void => {
        last = id
        takeStep(numbers.get(id) ?? 0)
      }
      try {
        const left = new Set([...without, ...tooDeep])
        const result = scanner.scan({ file, bytes, decode: () => bytes.toString("utf8"), without: left }, before)
        return { kind: "scanned", found: located(result.text ?? "", result.matches), tooDeep }
      } catch (error) {
        // The stack is full: code nested as no person writes it.
        if (!(error instanceof RangeError) || last === "") throw error
        tooDeep.push(...(last === PARSING ? setup.rules : [last]))
      }
    }
  }
}

function neverAsked(): never {
  throw new Error("a tree was asked for, and no rule needs one")
}

const LONGEST_EVIDENCE = 400

function located(text: string, matches: readonly TextMatch[]): readonly FoundMatch[] {
  if (matches.length === 0) return []
  const starts = [0]
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1)
  const spot = (offset: number) => {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return { line: low, column: offset - (starts[low - 1] ?? 0) + 1 }
  }
  return matches.map(({ rule, start, end }) => {
    const [from, to] = [spot(start), spot(end)]
    const evidence = text.slice(start, Math.min(end, start + LONGEST_EVIDENCE))
    return { rule, line: from.line, column: from.column, endLine: to.line, endColumn: to.column, evidence }
  })
}
