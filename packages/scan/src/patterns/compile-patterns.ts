import type { PatternEngine, PatternMatcher } from "../pattern-engine.ts"
import { type FileProblem, scanProblem, type Spot } from "../problems.ts"
import type { LinePattern } from "./line-pattern.ts"
import { lintRegex } from "./regex/lint-regex.ts"
import { type RegexNode, readRegex } from "./regex/regex-tree.ts"
import { type LiteralPlaces, sketchLiteral } from "./sketch-bytes.ts"

/** A pattern ready to run; patterns that are not worth running are problems instead. */
export interface CompiledPattern {
  readonly pattern: LinePattern
  readonly matcher: PatternMatcher
  /** Literals; every match contains one of them, in lower case if case is ignored. None: every line is tried. */
  readonly literals: readonly string[]
  readonly places: readonly LiteralPlaces[]
}

export interface PatternSet {
  readonly patterns: readonly CompiledPattern[]
  readonly problems: readonly FileProblem[]
}

export interface Placed {
  readonly pattern: LinePattern
  /** Where it was written. */
  readonly spot?: Spot
}

/** Compiles and lints; one bad pattern never hides the good ones. */
export function compilePatterns(placed: readonly Placed[], engine: PatternEngine = plainEngine): PatternSet {
  const problems: FileProblem[] = []
  const patterns: CompiledPattern[] = []
  const seen = new Set<string>()
  for (const { pattern, spot = {} } of placed) {
    if (seen.has(pattern.id)) {
      const fix = "give each pattern a unique id"
      problems.push(scanProblem("pattern.same-id", spot, { message: `duplicate pattern id "${pattern.id}"`, fix }))
      continue
    }
    seen.add(pattern.id)
    const made = compileOne({ pattern, spot }, engine)
    problems.push(...made.problems)
    if (made.compiled !== undefined) patterns.push(made.compiled)
  }
  return { patterns, problems }
}

/** The part of a compiled pattern that can be sent to another thread. */
export type SentPattern = Pick<CompiledPattern, "pattern" | "literals">

/** Makes received patterns runnable again; that this works was checked before they were sent. */
export function reopenPatterns(
  sent: readonly SentPattern[],
  engine: PatternEngine = plainEngine,
): readonly CompiledPattern[] {
  return sent.map(({ pattern, literals }) => {
    const matcher = engine.compile(pattern.regex, pattern.ignoreCase ? "i" : "")
    if ("refused" in matcher) throw new Error(`pattern "${pattern.id}" compiled earlier but no longer does`)
    return { pattern, matcher, literals, places: literals.map(sketchLiteral) }
  })
}

/** JavaScript's own engine: fast, but patterns may never end. */
export const plainEngine: PatternEngine = {
  name: "RegExp",
  compile(source, flags) {
    try {
      const regex = new RegExp(source, `g${flags}`)
      return {
        find(line, from) {
          regex.lastIndex = from
          const found = regex.exec(line)
          return found === null ? undefined : { index: found.index, length: found[0].length }
        },
      }
    } catch (error) {
      if (error instanceof SyntaxError) return { refused: error.message }
      throw error
    }
  },
}

const growth: ReadonlySet<string> = new Set(["pattern.exponential", "pattern.super-linear"])

interface Made {
  readonly compiled?: CompiledPattern
  readonly problems: readonly FileProblem[]
}

function compileOne({ pattern, spot = {} }: Placed, engine: PatternEngine): Made {
  const { id, regex, ignoreCase } = pattern
  const flags = ignoreCase ? "i" : ""
  const readable = plainEngine.compile(regex, flags)
  if ("refused" in readable) {
    const fix = "write a valid JavaScript regular expression"
    const message = `pattern "${id}" is not a valid regular expression: ${readable.refused}`
    return { problems: [scanProblem("pattern.bad-regex", spot, { message, fix })] }
  }
  const matcher = engine === plainEngine ? readable : engine.compile(regex, flags)
  if ("refused" in matcher) {
    const message = `pattern "${id}" comes from an untrusted skill and is rejected by ${engine.name}: ${matcher.refused}`
    const fix = "rewrite it without lookarounds and backreferences, or approve the skill"
    return { problems: [scanProblem("pattern.refused", spot, { message, fix })] }
  }
  const tree = readRegex(regex, ignoreCase)
  const found = tree === undefined ? [] : lintRegex(regex, tree, { id, spot })
  // How a pattern grows matters only for a backtracking engine.
  const lint = engine === plainEngine ? found : found.filter(({ code }) => !growth.has(code))
  if (lint.some(({ level }) => level === "error")) return { problems: lint }
  const literals = tree === undefined ? [] : searchable(findRequiredLiterals(tree), ignoreCase)
  const slow = literals.length > 0 ? [] : [noLiteral(id, spot)]
  return {
    compiled: { pattern, matcher, literals, places: literals.map(sketchLiteral) },
    problems: [...lint, ...slow],
  }
}

function searchable(literals: readonly string[], ignoreCase: boolean): readonly string[] {
  if (!ignoreCase) return literals
  return literals.every((text) => /^[\x00-\x7f]+$/.test(text)) ? literals.map((text) => text.toLowerCase()) : []
}

function noLiteral(id: string, spot: Spot): FileProblem {
  const message = `pattern "${id}" requires no literal text, so it is tried on every line`
  return scanProblem("pattern.no-literal", spot, {
    message,
    fix: "make it require a literal of at least two characters",
  })
}

const MOST = 24
const LEAST_LENGTH = 2

/** Texts of which every match contains at least one; none if no such list is known. */
export function findRequiredLiterals(node: RegexNode): readonly string[] {
  const best = required(node)
  return best.length > 0 && best.every((text) => text.length >= LEAST_LENGTH) ? best : []
}

/** The same for a pattern of our own. */
export function findLiterals({ source, ignoreCase }: RegExp): readonly string[] {
  const tree = readRegex(source, ignoreCase)
  return tree === undefined ? [] : searchable(findRequiredLiterals(tree), ignoreCase)
}

function required(node: RegexNode): readonly string[] {
  const whole = exact(node)
  if (whole !== undefined && !whole.includes("")) return whole
  switch (node.kind) {
    case "sequence":
      return best([...runs(node.parts), ...node.parts.map(required)])
    case "choice": {
      const each = node.branches.map(required)
      const all = [...new Set(each.flat())]
      return each.some((list) => list.length === 0) || all.length > MOST ? [] : all
    }
    case "repeat":
      return node.min > 0 ? required(node.body) : []
    case "char":
    case "set":
    case "look":
    case "edge":
    case "back":
      return []
  }
}

/** Every text that the node can match, if there are few. */
function exact(node: RegexNode): readonly string[] | undefined {
  switch (node.kind) {
    case "char":
      return [node.char]
    case "edge":
    case "look":
      return [""]
    case "sequence":
      return node.parts.reduce<readonly string[] | undefined>((texts, part) => product(texts, exact(part)), [""])
    case "choice": {
      const each = node.branches.map(exact)
      if (each.some((texts) => texts === undefined)) return undefined
      return few([...new Set(each.flatMap((texts) => texts ?? []))])
    }
    case "repeat": {
      const body = exact(node.body)
      if (body === undefined || node.max > 1) return undefined
      return node.min === 1 ? body : few([...new Set(["", ...body])])
    }
    case "set":
    case "back":
      return undefined
  }
}

/** Neighbouring parts that can be spelled out, each with the previous ones. */
function runs(parts: readonly RegexNode[]): readonly (readonly string[])[] {
  const found: (readonly string[])[] = []
  let run: readonly string[] = [""]
  for (const part of parts) {
    const longer = product(run, exact(part))
    if (longer === undefined) found.push(run)
    run = longer ?? exact(part) ?? [""]
  }
  found.push(run)
  return found.filter((texts) => !texts.includes(""))
}

function product(left: readonly string[] | undefined, right: readonly string[] | undefined) {
  if (left === undefined || right === undefined) return undefined
  return few(left.flatMap((before) => right.map((after) => before + after)))
}

function few(texts: readonly string[]): readonly string[] | undefined {
  return texts.length > MOST ? undefined : texts
}

/** Long texts are rare in files, so they save the most; of equal ones, the shorter list. */
function best(lists: readonly (readonly string[])[]): readonly string[] {
  const shortest = (list: readonly string[]) => Math.min(...list.map(({ length }) => length))
  return lists
    .filter((list) => list.length > 0)
    .reduce<readonly string[]>((least, list) => {
      if (least.length === 0) return list
      const gain = Math.min(shortest(list), 8) - Math.min(shortest(least), 8)
      return gain > 0 || (gain === 0 && list.length < least.length) ? list : least
    }, [])
}
