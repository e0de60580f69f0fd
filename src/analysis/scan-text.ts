import type { CodeReader, CodeTree } from "../ports/code-tree.ts"
import { codeLanguageOf, syntaxOf, treeLanguageOf } from "./patterns/code-language.ts"
import type { CompiledPattern } from "./patterns/compile-patterns.ts"
import type { RuleFacts } from "./rule-facts.ts"
import { likelyPatterns, scanLines } from "./patterns/scan-lines.ts"
import { type LiteralPlaces, literalPlaces, sketchOf } from "./patterns/sketch.ts"
import { type CodeView, openCodeView } from "./rules/code-view.ts"
import type { StructuralRule } from "./rules/structural-rule.ts"

/** Where a rule holds in a file: offsets in its text. */
export interface TextMatch {
  readonly rule: string
  readonly start: number
  readonly end: number
}

export interface Scanner {
  /** `decode` is only called when something may be found; `before` is told of each rule before it runs. */
  readonly scan: (file: ScannedFile, before?: (rule: string) => void) => ScanResult
}

export interface ScannedFile {
  readonly file: string
  readonly bytes: Uint8Array
  readonly decode: () => string
  /** Rules that are not tried on this file. */
  readonly without?: ReadonlySet<string>
}

export interface ScanResult {
  readonly text?: string
  readonly matches: readonly TextMatch[]
}

export interface ScannerParts {
  readonly patterns: readonly CompiledPattern[]
  readonly rules: readonly StructuralRule[]
  /** Asked for only when a file may hold what a structural rule looks for. */
  readonly reader: () => CodeReader
}

/** Looks for all rules in one file at a time. */
export function openScanner({ patterns, rules, reader }: ScannerParts): Scanner {
  const placed = rules.map((rule) => ({ rule, places: rule.words.map(literalPlaces) }))
  return {
    scan(file, before = () => undefined) {
      const speaks = speaksOf(file.file)
      const isWanted = (facts: RuleFacts) => speaks(facts) && file.without?.has(facts.id) !== true
      const sketch = sketchOf(file.bytes)
      const likely = likelyPatterns(patterns, sketch).filter(({ pattern }) => isWanted(pattern))
      const mayHold = ({ places }: { readonly places: readonly LiteralPlaces[] }) =>
        places.some((place) => sketch.mayHave(place))
      const likelyRules = placed.filter((one) => isWanted(one.rule) && mayHold(one)).map(({ rule }) => rule)
      if (likely.length === 0 && likelyRules.length === 0) return { matches: [] }
      const text = file.decode()
      const syntax = syntaxOf(file.file)
      const found = scanLines({ text, syntax }, likely, ({ pattern }) => before(pattern.id))
      const lines = found.map(({ pattern, start, end }) => ({ rule: pattern.pattern.id, start, end }))
      const worthIt = likelyRules.filter(({ words }) => words.some((word) => text.includes(word)))
      return { text, matches: [...lines, ...scanTree(file.file, { text, rules: worthIt, reader }, before)] }
    },
  }
}

interface TreeScan {
  readonly text: string
  readonly rules: readonly StructuralRule[]
  readonly reader: () => CodeReader
}

/** The name under which reading a file as a tree is reported, should it not end. */
export const PARSING = "(parsing)"

function scanTree(
  file: string,
  { text, rules, reader }: TreeScan,
  before: (rule: string) => void,
): readonly TextMatch[] {
  const language = treeLanguageOf(file)
  if (language === undefined || rules.length === 0) return []
  before(PARSING)
  const tree: CodeTree = reader().parse(text, language)
  const view: CodeView = openCodeView(tree)
  return rules.flatMap((rule) => {
    before(rule.id)
    const seen = new Set<number>()
    return rule
      .check(view)
      .flatMap(({ start, end }) => (seen.has(start) || !seen.add(start) ? [] : [{ rule: rule.id, start, end }]))
  })
}

function speaksOf(file: string): (facts: RuleFacts) => boolean {
  const language = codeLanguageOf(file)
  return ({ languages }) => languages.includes("any") || languages.includes(language)
}
