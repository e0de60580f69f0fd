import type { Persona } from "./persona.ts"
import type { CodeReader, CodeTree, TreeLanguage } from "./code-tree.ts"
import { openLinePlaces } from "./text/lines.ts"
import { remembered } from "./text/remembered.ts"
import { textIn } from "./text/text-in.ts"
import { isTestPath } from "./test-path.ts"
import { findBrokenSyntax } from "./rules/find-broken-syntax.ts"
import { extractCode } from "./patterns/extract-code.ts"
import { detectCodeLanguage, detectSyntax, detectTreeLanguage } from "./patterns/detect-code-language.ts"
import type { CompiledPattern } from "./patterns/compile-patterns.ts"
import { selectLikelyPatterns, scanLines } from "./patterns/scan-lines.ts"
import { type LiteralPlaces, sketchLiteral, type Sketch, sketchBytes } from "./patterns/sketch-bytes.ts"
import { isMeant, isSpared } from "./patterns/spared-matches.ts"
import type { CodeLanguage, RuleFacts } from "./rule-facts.ts"
import { type CodeView, openCodeView } from "./rules/code-view.ts"
import {
  type DependsOn,
  type FoundMatch,
  PARSING,
  type ScanAnswer,
  type ScanFile,
  type ScanJob,
  type StoppedRule,
  type StopReason,
  TRACING,
} from "./scan-job.ts"
import { collectFlowMatches, isHarmlessThere, type Looked } from "./taint/collect-flow-matches.ts"
import type { FlowRule } from "./taint/make-flow-rules.ts"
import type { TaintAnalysis } from "./taint/open-taint.ts"
import { alone, type Project } from "./taint/project.ts"
import type { InputTrust } from "./taint/value.ts"
import type { TreeRule } from "./tree-rules.ts"

interface ScanningFile {
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
      const broken = result.brokenAt === undefined ? [] : [syntaxFault(result.text ?? "", result.brokenAt)]
      const stopped = [...blame(tooDeep, "depth"), ...blame(result.notCompleted, "steps"), ...broken]
      return { found, notCompleted: stopped, dependsOn: result.dependsOn }
    } catch (error) {
      // The stack overflowed: code is nested deeper than people write it.
      if (!(error instanceof RangeError) || last === "") throw error
      tooDeep.push(...(last === PARSING ? how.rules : last === TRACING ? how.flows : [last]))
    }
  }
}

function blame(rules: readonly string[], why: StopReason): readonly StoppedRule[] {
  return rules.map((rule) => ({ rule, why }))
}

function syntaxFault(text: string, offset: number): StoppedRule {
  return { rule: PARSING, why: "syntax", line: openLinePlaces(text)(offset).line }
}

/** Where a rule matches in a file: offsets in its text. */
interface TextMatch {
  readonly rule: string
  readonly start: number
  readonly end: number
  readonly persona?: Persona | undefined
}

export interface Scanner {
  /** `decode` is only called if something may be found; `before` is called before each rule. */
  readonly scan: (file: ScannedFile, before?: (rule: string) => void) => ScanResult
}

interface ScannedFile {
  readonly file: string
  /** A name whose extension shows the language, if the file's own name does not. */
  readonly readAs?: string | undefined
  readonly bytes: Uint8Array
  readonly decode: () => string
  /** Rules that are not tried on this file. */
  readonly without?: ReadonlySet<string>
}

interface ScanResult {
  readonly text?: string
  readonly matches: readonly TextMatch[]
  /** Input that reached a sink, with its place and its path. */
  readonly flows: readonly FoundMatch[]
  /** Rules whose steps ran out on this file. */
  readonly notCompleted: readonly string[]
  /** The offset of the first place that could not be parsed. */
  readonly brokenAt?: number | undefined
  /** Missing if the file was scanned alone. */
  readonly dependsOn?: DependsOn | undefined
}

interface ScannerParts {
  readonly patterns: readonly CompiledPattern[]
  readonly rules: readonly TreeRule[]
  /** Requested only if a file may contain what a structural rule looks for. */
  readonly reader: () => CodeReader
  readonly taint: TaintAnalysis
  readonly project?: Project
  /** How many times the usual steps an analysis may take. */
  readonly patience?: number
}

/** Looks for all rules in one file at a time. */
export function openScanner({ patterns, rules, reader, taint, project = alone, patience = 1 }: ScannerParts): Scanner {
  const ofLanguage = remembered((language: CodeLanguage) => {
    const speaks = ({ languages }: RuleFacts) => languages.includes("any") || languages.includes(language)
    return {
      patterns: patterns.filter(({ pattern }) => speaks(pattern)),
      rules: rules.filter(speaks).map((rule) => ({ rule, words: rule.words.map(placedWord) })),
    }
  })
  return {
    scan(file, before = () => undefined) {
      const readAs = file.readAs ?? file.file
      const spoken = ofLanguage(detectCodeLanguage(readAs))
      const isWanted = ({ id }: RuleFacts) => file.without?.has(id) !== true
      const sketch = sketchBytes(file.bytes)
      const isLikely = ({ places }: PlacedWord) => sketch.mayHave(places)
      const likely = selectLikelyPatterns(spoken.patterns, sketch).filter(({ pattern }) => isWanted(pattern))
      const wanted = spoken.rules.filter(({ rule }) => isWanted(rule))
      const likelyRules = wanted.filter(({ words }) => words.some(isLikely))
      const flowing = wanted.flatMap(({ rule }) => ("flow" in rule ? [rule] : []))
      const isAlone = project.reachedFrom(file.file).length === 0
      // Whether code can be parsed is part of the result, even if no rule has anything to look for in it.
      const language = wanted.length === 0 ? undefined : detectTreeLanguage(readAs)
      if (language === undefined && likely.length === 0) return NOTHING
      const whole = file.decode()
      const text = extractCode(whole, readAs)
      const syntax = detectSyntax(readAs)
      const ofLines = scanLines({ text, syntax }, likely, ({ pattern }) => before(pattern.id))
      const told = ofLines.filter(({ pattern, start }) => !isSpared(pattern.pattern.id, text, start))
      const lines = told.map(({ pattern, start, end }) => ({ rule: pattern.pattern.id, start, end }))
      const isInText = remembered((word: string) => text.includes(word))
      const isWritten = (placed: PlacedWord) => isLikely(placed) && isInText(placed.word)
      const written = likelyRules.filter(({ words }) => words.some(isWritten)).map(({ rule }) => rule)
      const structural = written.filter((rule) => !("flow" in rule))
      const flows = isAlone ? written.flatMap((rule) => ("flow" in rule ? [rule] : [])) : flowing
      const held = withInput(flows, { text, sketch, file: file.file, language, taint, project })
      const tree = {
        file: file.file,
        language,
        text,
        rules: [...held, ...structural],
        reader,
        taint,
        project,
        patience,
      }
      const { looked = [], asksImporters = false, ...found } = scanTree(tree, before)
      const dependsOn = asksImporters ? "all" : decideDependence(held, project.reachedFrom(file.file))
      const matches = [...lines, ...found.matches].filter((match) => !isHarmlessThere(match, looked))
      return { ...found, text, matches, dependsOn }
    },
  }
}

interface PlacedWord {
  readonly word: string
  readonly places: LiteralPlaces
}

function placedWord(word: string): PlacedWord {
  return { word, places: sketchLiteral(word) }
}

/** Whether a function's parameter comes from outside depends on its other callers, and so on every file. */
function decideDependence(held: readonly FlowRule[], reached: readonly string[]): DependsOn | undefined {
  if (held.some(({ flow }) => flow.trusts.includes("parameter"))) return "all"
  return held.length === 0 || reached.length === 0 ? undefined : reached
}

const NOTHING: ScanResult = { matches: [], flows: [], notCompleted: [] }

interface TreeScan extends Pick<ScannerParts, "reader" | "taint"> {
  readonly file: string
  /** Undefined if it is not parsed. */
  readonly language: TreeLanguage | undefined
  readonly text: string
  readonly rules: readonly TreeRule[]
  readonly project: Project
  readonly patience: number
}

interface TreeFacts {
  readonly looked?: readonly Looked[]
  /** Whether a match is reported depends on files that import this one, and so on every file. */
  readonly asksImporters?: boolean
}

function scanTree(
  { file, language, text, rules, reader, taint, project, patience }: TreeScan,
  before: (rule: string) => void,
): Omit<ScanResult, "text"> & TreeFacts {
  if (language === undefined) return NOTHING
  before(PARSING)
  const tree: CodeTree = reader().parse(text, language)
  const brokenAt = findBrokenSyntax(tree)?.start
  const view: CodeView = openCodeView(tree)
  const matches = rules.flatMap((rule) => {
    if ("flow" in rule) return []
    before(rule.id)
    const seen = new Set<number>()
    return rule
      .check(view)
      .filter(({ start }) => rule.category === "security" || !isMeant(text, start))
      .flatMap(({ start, end, persona }) =>
        seen.has(start) || !seen.add(start) ? [] : [{ rule: rule.id, start, end, persona }],
      )
  })
  const flowing = rules.filter((rule) => "flow" in rule)
  if (flowing.length === 0) return { matches, flows: [], notCompleted: [], brokenAt }
  const beat = () => before(TRACING)
  beat()
  const { reached, looked, isComplete } = taint.analyse(tree, file, { project, beat, patience })
  const readText = (name: string) => (name === file ? text : project.readText(name))
  const flows = collectFlowMatches(reached, flowing, { file, readText, findImporters: project.findImporters })
  const asksImporters = reached.some(({ harm }) => harm === "nosql")
  const notCompleted = isComplete ? [] : flowing.map(({ id }) => id)
  return { matches, flows, looked, asksImporters, notCompleted, brokenAt }
}

interface Held extends Pick<ScannerParts, "taint"> {
  readonly text: string
  readonly sketch: Sketch
  readonly file: string
  readonly language: TreeLanguage | undefined
  readonly project: Project
}

/** A rule that follows data has nothing to follow if there is no input of its kind. */
function withInput(
  rules: readonly FlowRule[],
  { text, sketch, file, language, taint, project }: Held,
): readonly FlowRule[] {
  if (language === undefined || rules.length === 0) return []
  const found = taint.trustsIn(text, language, sketch)
  // Tests are not called from outside. A parameter does harm in a file that this one imports; other input is reported
  // where it is sent on.
  const isOpen =
    !isTestPath(file) &&
    (found.has("parameter") || project.findImports(file).some((one) => taint.mayHarm(one, language, project)))
  const isHeld = (trust: InputTrust) => (trust === "parameter" ? isOpen : found.has(trust))
  return rules.filter((rule) => rule.flow.trusts.some(isHeld))
}

const LONGEST_EVIDENCE = 400

function located(text: string, matches: readonly TextMatch[]): readonly FoundMatch[] {
  if (matches.length === 0) return []
  const spot = openLinePlaces(text)
  return matches.map(({ rule, start, end, persona }) => {
    const [from, to] = [spot(start), spot(end)]
    const evidence = text.slice(start, Math.min(end, start + LONGEST_EVIDENCE))
    return { rule, line: from.line, column: from.column, endLine: to.line, endColumn: to.column, evidence, persona }
  })
}
