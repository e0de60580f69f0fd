import { limitSeverity } from "./rules/judged-rules.ts"
import { hears } from "./persona.ts"
import type { RuleFacts } from "./rule-facts.ts"
import type { FlowStep, FoundMatch } from "./scan-job.ts"

/** A match of a rule at a place. */
export interface CodeMatch extends Omit<RuleFacts, "id" | "languages" | "saidBetterBy"> {
  readonly rule: string
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly range: MatchRange
  /** The text that matched. */
  readonly evidence: string
  /** From the input to the sink, if a data flow was found. */
  readonly steps?: readonly FlowStep[] | undefined
}

/** Lines and columns from 1; the end column is after the last character. */
interface MatchRange {
  readonly startLine: number
  readonly startColumn: number
  readonly endLine: number
  readonly endColumn: number
}

/** What threads found, with the facts of each rule, by file and place. */
export function toCodeMatches(
  found: ReadonlyMap<string, readonly FoundMatch[]>,
  facts: ReadonlyMap<string, RuleFacts>,
): readonly CodeMatch[] {
  const seen = new Map<string, CodeMatch>()
  for (const [own, matches] of found)
    for (const one of matches) {
      const known = facts.get(one.rule)
      if (known === undefined) continue
      const match = toCodeMatch(one, known, own)
      const key = JSON.stringify([match.rule, match.file, match.range])
      const before = seen.get(key)
      if (before === undefined || isStronger(match, before)) seen.set(key, match)
    }
  const said = new Map([...seen.values()].map((match) => [lineKey(match.rule, match.file, match.line), match]))
  // A better match counts only for readers who see it.
  const isSaidInLine = ({ rule, file, line, persona }: CodeMatch) =>
    (facts.get(rule)?.saidBetterBy ?? []).some((better) => {
      const other = said.get(lineKey(better, file, line))
      return other !== undefined && hears(persona ?? "regular", other.persona)
    })
  return [...seen.values()].filter((match) => !isSaidBetter(match, seen) && !isSaidInLine(match)).sort(byPlace)
}

function lineKey(rule: string, file: string, line: number): string {
  return JSON.stringify([rule, file, line])
}

function isStronger(match: CodeMatch, before: CodeMatch): boolean {
  if (match.autoValidated !== before.autoValidated) return match.autoValidated
  return !hears(before.persona ?? "regular", match.persona) || (match.steps?.length ?? 0) < (before.steps?.length ?? 0)
}

function toCodeMatch(found: FoundMatch, known: RuleFacts, own: string): CodeMatch {
  const { rule, line, column, endLine, endColumn, evidence, steps, file = own } = found
  const range = { startLine: line, startColumn: column, endLine, endColumn }
  const shown = factsShown(known)
  const confidence = found.confidence ?? shown.confidence
  const isLess = found.confidence !== undefined || found.severity !== undefined
  const autoValidated = shown.autoValidated && !isLess
  const severity = limitSeverity(rule, found.severity ?? shown.severity)
  const persona = found.persona ?? shown.persona
  return { rule, file, line, range, evidence, steps, ...shown, confidence, severity, persona, autoValidated }
}

/** A finding about input is reported; that a parameter could do the same is not reported again. */
function isSaidBetter({ rule, file, range, persona }: CodeMatch, all: ReadonlyMap<string, CodeMatch>): boolean {
  if (!rule.endsWith("-parameter")) return false
  const better = all.get(JSON.stringify([rule.replace(/-parameter$/, "-input"), file, range]))
  return better !== undefined && hears(persona ?? "regular", better.persona)
}

function byPlace(a: CodeMatch, b: CodeMatch): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line || a.range.startColumn - b.range.startColumn
}

/** The facts of a rule without its code. */
function factsShown(rule: RuleFacts): Omit<RuleFacts, "id" | "languages" | "saidBetterBy"> {
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
