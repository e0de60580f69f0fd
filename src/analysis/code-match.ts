import type { FindingRange } from "../finding/finding.ts"
import type { FlowStep } from "../finding/flow-step.ts"
import type { RuleFacts } from "./rule-facts.ts"
import type { FoundMatch } from "./scan-job.ts"

/** A rule holds at a place. */
export interface CodeMatch extends Omit<RuleFacts, "id" | "languages"> {
  readonly rule: string
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly range: FindingRange
  /** The text that matched. */
  readonly evidence: string
  /** From the input to the sink, where a flow of data was found. */
  readonly steps?: readonly FlowStep[] | undefined
}

/** What threads found, with what is known of each rule, by file and place. */
export function codeMatches(
  found: ReadonlyMap<string, readonly FoundMatch[]>,
  facts: ReadonlyMap<string, RuleFacts>,
): readonly CodeMatch[] {
  const files = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  return files.flatMap(([file, matches]) =>
    [...matches]
      .sort((a, b) => a.line - b.line || a.column - b.column)
      .flatMap(({ rule, line, column, endLine, endColumn, evidence, steps }) => {
        const known = facts.get(rule)
        if (known === undefined) return []
        const range = { startLine: line, startColumn: column, endLine, endColumn }
        return [{ rule, file, line, range, evidence, steps, ...factsShown(known) }]
      }),
  )
}

/** The facts of a rule without what makes it run. */
function factsShown(rule: RuleFacts): Omit<RuleFacts, "id" | "languages"> {
  const { category, severity, confidence, persona, title, description, fix, cwe, autoValidated } = rule
  return {
    category,
    severity,
    confidence,
    persona,
    title,
    description,
    fix,
    cwe,
    autoValidated,
  }
}
