import type { CodeReader, CodeTree } from "../ports/code-tree.ts"
import { codeLanguageOf, syntaxOf, treeLanguageOf } from "./patterns/code-language.ts"
import type { CompiledPattern } from "./patterns/compile-patterns.ts"
import type { RuleFacts } from "./rule-facts.ts"
import { likelyPatterns, scanLines } from "./patterns/scan-lines.ts"
import { type LiteralPlaces, literalPlaces, sketchOf } from "./patterns/sketch.ts"
import { type CodeView, openCodeView } from "./rules/code-view.ts"
import type { StructuralRule } from "./rules/structural-rule.ts"
import type { FoundMatch } from "./scan-job.ts"
import { flowMatches } from "./taint/flow-matches.ts"
import type { FlowRule } from "./taint/flow-rules.ts"
import type { TaintAnalysis } from "./taint/open-taint.ts"
import { alone, type Project } from "./taint/project.ts"

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
  /** Input that reached a sink, with its place and its way. */
  readonly flows: readonly FoundMatch[]
  /** Rules whose steps ran out on this file. */
  readonly notCompleted: readonly string[]
}

/** A rule that reads code as a tree. */
export type TreeRule = StructuralRule | FlowRule

export interface ScannerParts {
  readonly patterns: readonly CompiledPattern[]
  readonly rules: readonly TreeRule[]
  /** Asked for only when a file may hold what a structural rule looks for. */
  readonly reader: () => CodeReader
  readonly taint: TaintAnalysis
  readonly project?: Project
}

/** Looks for all rules in one file at a time. */
export function openScanner({ patterns, rules, reader, taint, project = alone }: ScannerParts): Scanner {
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
      if (likely.length === 0 && likelyRules.length === 0) return { matches: [], flows: [], notCompleted: [] }
      const text = file.decode()
      const syntax = syntaxOf(file.file)
      const ofLines = scanLines({ text, syntax }, likely, ({ pattern }) => before(pattern.id))
      const lines = ofLines.map(({ pattern, start, end }) => ({ rule: pattern.pattern.id, start, end }))
      const written = likelyRules.filter(({ words }) => words.some((word) => text.includes(word)))
      const worthIt = withInput(written, { text, file: file.file, taint })
      const found = scanTree(file.file, { text, rules: worthIt, reader, taint, project }, before)
      return { text, matches: [...lines, ...found.matches], flows: found.flows, notCompleted: found.notCompleted }
    },
  }
}

interface TreeScan extends Pick<ScannerParts, "reader" | "taint"> {
  readonly text: string
  readonly rules: readonly TreeRule[]
  readonly project: Project
}

/** The names under which reading a file as a tree, and following data through it, are reported, should they not end. */
export const PARSING = "(parsing)"
export const TRACING = "(data flow)"

function scanTree(
  file: string,
  { text, rules, reader, taint, project }: TreeScan,
  before: (rule: string) => void,
): Omit<ScanResult, "text"> {
  const language = treeLanguageOf(file)
  if (language === undefined || rules.length === 0) return { matches: [], flows: [], notCompleted: [] }
  before(PARSING)
  const tree: CodeTree = reader().parse(text, language)
  const view: CodeView = openCodeView(tree)
  const matches = rules.flatMap((rule) => {
    if ("flow" in rule) return []
    before(rule.id)
    const seen = new Set<number>()
    return rule
      .check(view)
      .flatMap(({ start, end }) => (seen.has(start) || !seen.add(start) ? [] : [{ rule: rule.id, start, end }]))
  })
  const flowing = rules.filter((rule) => "flow" in rule)
  if (flowing.length === 0) return { matches, flows: [], notCompleted: [] }
  const beat = () => before(TRACING)
  beat()
  const { reached, isComplete } = taint.analyse(tree, file, { project, beat })
  const textOf = (name: string) => (name === file ? text : (project.load(name)?.text ?? ""))
  const flows = flowMatches(reached, flowing, { file, textOf })
  return { matches, flows, notCompleted: isComplete ? [] : flowing.map(({ id }) => id) }
}

/** A rule that follows data has nothing to follow where no input of its kind is written. */
function withInput(
  rules: readonly TreeRule[],
  { text, file, taint }: { readonly text: string; readonly file: string; readonly taint: TaintAnalysis },
): readonly TreeRule[] {
  const language = treeLanguageOf(file)
  if (language === undefined) return []
  const trusts = new Set(rules.flatMap((rule) => ("flow" in rule ? rule.flow.trusts : [])))
  const held = new Set([...trusts].filter((trust) => taint.mayHold(text, language, trust)))
  return rules.filter((rule) => !("flow" in rule) || rule.flow.trusts.some((trust) => held.has(trust)))
}

function speaksOf(file: string): (facts: RuleFacts) => boolean {
  const language = codeLanguageOf(file)
  return ({ languages }) => languages.includes("any") || languages.includes(language)
}
