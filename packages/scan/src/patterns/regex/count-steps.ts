import type { CharSet } from "./char-set.ts"
import type { RegexNode } from "./regex-tree.ts"

export const MOST_STEPS = 300_000

class TooMany extends Error {}
class Unknown extends Error {}

/** How many steps a backtracking engine takes from the start of the text; undefined if that is unknown. */
export function countSteps(tree: RegexNode, text: string): number | undefined {
  return counted((spend) => match(tree, { at: 0, next: () => true }, { text, spend, isInside: false }))
}

interface Search {
  readonly isGlobal: boolean
  readonly most: number
}

/** How many steps a search through the text takes: to the first match, or with `isGlobal` to the text's end. */
export function countSearchSteps(tree: RegexNode, text: string, { isGlobal, most }: Search): number | undefined {
  return counted((spend) => {
    let at = 0
    let end = -1
    const next = (place: number) => {
      end = place
      return true
    }
    while (at <= text.length) {
      const isFound = match(tree, { at, next }, { text, spend, isInside: false, isSearch: true })
      if (isFound && !isGlobal) return
      at = isFound && end > at ? end : at + 1
    }
  }, most)
}

function counted(run: (spend: () => void) => void, most = MOST_STEPS): number | undefined {
  let steps = 0
  try {
    run(() => {
      if (++steps > most) throw new TooMany()
    })
    return steps
  } catch (error) {
    if (error instanceof TooMany) return most
    if (error instanceof Unknown || error instanceof RangeError) return undefined
    throw error
  }
}

interface Matching {
  readonly text: string
  readonly spend: () => void
  /** In a repetition, lookaround would have to be evaluated for real. */
  readonly isInside: boolean
  /** What comes after also counts, which only real evaluation would show. */
  readonly isSearch?: boolean
}

/** The position of the matcher, and what is left to match from there. */
interface Place {
  readonly at: number
  readonly next: (at: number) => boolean
}

function match(node: RegexNode, { at, next }: Place, how: Matching): boolean {
  how.spend()
  switch (node.kind) {
    case "char":
    case "set":
      return at < how.text.length && has(node.set, how.text.charCodeAt(at)) && next(at + 1)
    case "edge":
      return isEdge(node.sign, how.text, at) && next(at)
    case "sequence":
      return matchAll(node.parts, { at, next }, how)
    case "choice":
      return node.branches.some((branch) => match(branch, { at, next }, how))
    case "repeat":
      return matchRounds({ node, count: 0 }, { at, next }, { ...how, isInside: how.isInside || node.max > 1 })
    case "look":
      if (node.sign.startsWith("<")) {
        if (how.isInside || how.isSearch === true) throw new Unknown()
        return next(at)
      }
      return match(node.body, { at, next: () => true }, how) === (node.sign === "=") && next(at)
    case "back":
      throw new Unknown()
  }
}

function matchAll([part, ...rest]: readonly RegexNode[], { at, next }: Place, how: Matching): boolean {
  if (part === undefined) return next(at)
  return match(part, { at, next: (end) => matchAll(rest, { at: end, next }, how) }, how)
}

interface Rounds {
  readonly node: RegexNode & { readonly kind: "repeat" }
  readonly count: number
}

function matchRounds({ node, count }: Rounds, { at, next }: Place, how: Matching): boolean {
  const another = (end: number): boolean => {
    if (end === at && count >= node.min) return false
    return matchRounds({ node, count: count + 1 }, { at: end, next }, how)
  }
  if (node.isLazy && count >= node.min && next(at)) return true
  if (count < node.max && match(node.body, { at, next: another }, how)) return true
  return !node.isLazy && count >= node.min && next(at)
}

function has(set: CharSet, code: number): boolean {
  return set[Math.min(code, set.length - 1)] === true
}

function isEdge(sign: "^" | "$" | "b" | "B", text: string, at: number): boolean {
  if (sign === "^") return at === 0
  if (sign === "$") return at === text.length
  const isWord = (place: number) => /\w/.test(text[place] ?? "")
  return (isWord(at - 1) !== isWord(at)) === (sign === "b")
}
