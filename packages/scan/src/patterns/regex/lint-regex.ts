import { type FileProblem, scanProblem, type Spot } from "../../problems.ts"
import { type CharSet, toCharSet, hasCommonChars, uniteSets } from "./char-set.ts"
import type { RegexNode } from "./regex-tree.ts"

/** What is wrong with a regular expression before it has seen any text. */
export function lintRegex(source: string, tree: RegexNode, { id, spot }: { readonly id: string; readonly spot: Spot }) {
  const found: FileProblem[] = []
  const say = (code: FileProblem["code"], message: string, fix: string) =>
    found.push(scanProblem(code, spot, { message: `pattern "${id}" ${message}`, fix }))
  if (/(?:^|[^\\])(?:\\\\)*\\\|/.test(source)) {
    say(
      "pattern.escaped-pipe",
      "has \\|, which matches a literal pipe and is not an alternation",
      "write | for alternation, or [|] for a literal pipe",
    )
  }
  if (isNullable(tree))
    say("pattern.matches-empty", "matches the empty string", "make it require at least one character")
  else if (matchesEverything(tree))
    say("pattern.matches-all", "matches nearly every line", "make it require text that is specific to the defect")
  const loose = looseBranch(tree)
  if (loose) {
    say(
      "pattern.loose-branch",
      "has an alternative that is a bare word next to a longer one, so it matches any text containing that word",
      "group the alternatives: (?:A|B)",
    )
  }
  if (mustBreakLine(tree))
    say("pattern.line-break", "requires a line break, but patterns match single lines", "match within a single line")
  const growth = worstGrowth(tree)
  if (growth === "exponential") {
    say(
      "pattern.exponential",
      "has nested repetition, which can cause exponential backtracking",
      "make the outer repetition require a character that the inner one cannot match",
    )
  } else if (growth === "polynomial") {
    say(
      "pattern.super-linear",
      "has adjacent repetitions of the same characters, which makes it slow on long lines",
      "exclude the following character, as in [^)]*, or set a limit, as in {0,80}",
    )
  }
  return found
}

/** So broad that any letter, digit, space or bracket is enough. */
function matchesEverything(tree: RegexNode): boolean {
  const wide = (node: RegexNode): boolean => {
    switch (node.kind) {
      case "set":
        return [..."aZ5"].every((char) => node.set[char.charCodeAt(0)] === true) || node.set[32] === true
      case "sequence":
        return node.parts.every((part) => wide(part) || isNullable(part))
      case "choice":
        return node.branches.some(wide)
      case "repeat":
        return node.min <= 1 && wide(node.body)
      case "char":
      case "look":
      case "edge":
      case "back":
        return false
    }
  }
  return wide(tree)
}

/** A word alone next to a branch that requires more: the alternative was meant for the word only. */
function looseBranch(tree: RegexNode): boolean {
  if (tree.kind !== "choice") return false
  const isBare = (node: RegexNode): boolean =>
    (node.kind === "char" && /\w/.test(node.char)) || (node.kind === "sequence" && node.parts.every(isBare))
  const asksForMore = (node: RegexNode): boolean =>
    node.kind === "sequence" && node.parts.some((part) => part.kind === "repeat" || part.kind === "set")
  return tree.branches.some(isBare) && tree.branches.some(asksForMore)
}

function isNullable(node: RegexNode): boolean {
  switch (node.kind) {
    case "char":
    case "set":
      return false
    case "edge":
    case "look":
    case "back":
      return true
    case "sequence":
      return node.parts.every(isNullable)
    case "choice":
      return node.branches.some(isNullable)
    case "repeat":
      return node.min === 0 || isNullable(node.body)
  }
}

const lineBreak = toCharSet("\n", false)

function mustBreakLine(node: RegexNode): boolean {
  switch (node.kind) {
    case "char":
      return node.char === "\n"
    case "sequence":
      return node.parts.some(mustBreakLine)
    case "choice":
      return node.branches.every(mustBreakLine)
    case "repeat":
      return node.min > 0 && mustBreakLine(node.body)
    case "set":
      return node.set.every((is, code) => !is || lineBreak[code] === true)
    case "look":
    case "edge":
    case "back":
      return false
  }
}

type Growth = "linear" | "polynomial" | "exponential"

function worstGrowth(node: RegexNode): Growth {
  switch (node.kind) {
    case "char":
    case "set":
    case "edge":
    case "back":
      return "linear"
    case "look":
      return worstGrowth(node.body)
    case "choice":
      return worst(node.branches.map(worstGrowth))
    case "repeat":
      return worst([worstGrowth(node.body), isEndless(node) && isAmbiguous(node.body) ? "exponential" : "linear"])
    case "sequence":
      return worst([...node.parts.map(worstGrowth), hasNeighbours(node.parts) ? "polynomial" : "linear"])
  }
}

function isEndless(node: RegexNode): boolean {
  return node.kind === "repeat" && node.max === Number.POSITIVE_INFINITY
}

/** Whether a repeated body could be split into rounds in several ways. */
function isAmbiguous(body: RegexNode): boolean {
  if (body.kind === "choice") return body.branches.some(isAmbiguous) || branchesOverlap(body.branches)
  if (isEndless(body)) return true
  if (body.kind === "repeat") return isAmbiguous(body.body)
  if (body.kind !== "sequence") return false
  return body.parts.some((part, at) => {
    const inner = endlessIn(part)
    if (inner === undefined) return false
    return body.parts.every((other, place) => place === at || !separates(other, inner))
  })
}

function branchesOverlap(branches: readonly RegexNode[]): boolean {
  const singles = branches.filter(({ kind }) => kind === "char" || kind === "set").map(collectChars)
  return singles.some((set, at) => singles.slice(at + 1).some((other) => hasCommonChars(set, other)))
}

/** Two unbounded repetitions of the same characters with nothing between that separates them. */
function hasNeighbours(parts: readonly RegexNode[]): boolean {
  return parts.some((part, at) => {
    const first = endlessIn(part)
    if (first === undefined) return false
    for (const next of parts.slice(at + 1)) {
      const second = endlessIn(next)
      if (second !== undefined && hasCommonChars(first, second)) return true
      if (separates(next, first)) return false
    }
    return false
  })
}

/** Whether a match of this must contain a character that is not in the set. */
function separates(node: RegexNode, set: CharSet): boolean {
  switch (node.kind) {
    case "char":
    case "set":
      return !hasCommonChars(node.set, set)
    case "sequence":
      return node.parts.some((part) => separates(part, set))
    case "choice":
      return node.branches.every((branch) => separates(branch, set))
    case "repeat":
      return node.min > 0 && separates(node.body, set)
    case "look":
    case "edge":
    case "back":
      return false
  }
}

/** The characters of an unbounded repetition, the node's own or one directly inside. */
function endlessIn(node: RegexNode): CharSet | undefined {
  if (node.kind === "repeat") return isEndless(node) ? collectChars(node.body) : endlessIn(node.body)
  const inner = node.kind === "choice" ? node.branches : []
  const sets = inner.map(endlessIn).filter((set) => set !== undefined)
  return sets.length === 0 ? undefined : uniteSets(sets)
}

function collectChars(node: RegexNode): CharSet {
  switch (node.kind) {
    case "char":
    case "set":
      return node.set
    case "sequence":
      return uniteSets(node.parts.map(collectChars))
    case "choice":
      return uniteSets(node.branches.map(collectChars))
    case "repeat":
      return collectChars(node.body)
    case "look":
    case "edge":
    case "back":
      return uniteSets([])
  }
}

function worst(growths: readonly Growth[]): Growth {
  return growths.includes("exponential") ? "exponential" : growths.includes("polynomial") ? "polynomial" : "linear"
}
