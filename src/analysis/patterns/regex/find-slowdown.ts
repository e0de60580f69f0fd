import { type CharSet, overlaps } from "./char-set.ts"
import { searchSteps } from "./count-steps.ts"
import { charIn, shortest } from "./find-blowup.ts"
import type { RegexNode } from "./regex-tree.ts"

/** How the time to search a text grows with its length: 1 as the length, 2 as its square, 3 as its cube or faster. */
export type Degree = 1 | 2 | 3

const FEW = 24
const MANY = 48
/** Twice the length takes four times as long at the second degree, eight times at the third; short texts a little less. */
const SQUARE = 2.8
const CUBE = 5.6
const MOST_STEPS_OF_ONE = 30_000
const MOST_STEPS_OF_ALL = 100_000
const endings = ["!", "\u0001", "a"]

/**
 * The highest degree that a text was found for, by searching it: a suspicion from the shape alone is not enough. What
 * this matcher cannot follow (references back, looking behind) counts as harmless.
 */
export function findDegree(tree: RegexNode, isGlobal: boolean): Degree {
  const repeats = repeatsOf(tree, "")
  if (repeats.length === 0) return 1
  const how = { isGlobal, most: MOST_STEPS_OF_ONE }
  let worst: Degree = 1
  let left = MOST_STEPS_OF_ALL
  for (const text of textsOf(repeats)) {
    const few = searchSteps(tree, text(FEW), how)
    if (few === undefined) return worst
    const many = searchSteps(tree, text(MANY), how)
    if (many === undefined) return worst
    if (many >= MOST_STEPS_OF_ONE || many / few >= CUBE) return 3
    if (many / few >= SQUARE) worst = 2
    left -= few + many
    if (left < 0) return worst
  }
  return worst
}

/** Texts that grow with a number, and that the expression may be slow on. */
function* textsOf(repeats: readonly Placed[]): Generator<(rounds: number) => string> {
  const befores = new Set(repeats.flatMap(({ before }) => (before === "" ? ["", "!"] : [before])))
  for (const pump of pumpsOf(repeats))
    for (const before of befores) for (const end of endings) yield (rounds) => before + pump.repeat(rounds) + end
}

interface Placed {
  readonly set: CharSet
  readonly rounds: readonly string[]
  /** A text that leads up to it. */
  readonly before: string
}

const UNBOUNDED = 30

/** Every repetition without an end, with what leads up to it. */
function repeatsOf(node: RegexNode, before: string): readonly Placed[] {
  switch (node.kind) {
    case "sequence": {
      const found: Placed[] = []
      let sofar = before
      for (const part of node.parts) {
        found.push(...repeatsOf(part, sofar))
        sofar += shortest(part)
      }
      return found
    }
    case "choice":
      return node.branches.flatMap((branch) => repeatsOf(branch, before))
    case "look":
      return repeatsOf(node.body, before)
    case "repeat": {
      const inner = repeatsOf(node.body, before)
      if (node.max < UNBOUNDED) return inner
      const rounds = node.body.kind === "choice" ? node.body.branches.map(shortest) : [shortest(node.body)]
      return [...firstSets(node.body).map((set) => ({ set, rounds, before })), ...inner]
    }
    default:
      return []
  }
}

function firstSets(node: RegexNode): readonly CharSet[] {
  switch (node.kind) {
    case "char":
    case "set":
      return [node.set]
    case "sequence":
      return node.parts.slice(0, 1).flatMap(firstSets)
    case "choice":
      return node.branches.flatMap(firstSets)
    case "repeat":
      return firstSets(node.body)
    default:
      return []
  }
}

const MOST_PUMPS = 8

/** Characters that two repetitions have in common, and what one round matches. */
function pumpsOf(repeats: readonly Placed[]): readonly string[] {
  const shared = repeats.flatMap(({ set }, at) =>
    repeats
      .slice(at + 1)
      .flatMap((other) =>
        overlaps(set, other.set) ? charIn(set.map((is, code) => is && other.set[code] === true)) : [],
      ),
  )
  const own = repeats.flatMap(({ set, rounds }) => [...charIn(set), ...rounds])
  return [...new Set([...shared, ...own])].filter((text) => text !== "").slice(0, MOST_PUMPS)
}
