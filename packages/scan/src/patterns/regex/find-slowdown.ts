import type { CharSet } from "./char-set.ts"
import { countSearchSteps } from "./count-steps.ts"
import type { RegexNode } from "./regex-tree.ts"
import {
  pickChar,
  collectPlainChars,
  findRepeats,
  collectSets,
  findSharedChars,
  writeShortest,
} from "./find-repeats.ts"

/** How the time to search a text grows with its length: 1 linearly, 2 with its square, 3 with its cube or faster. */
export type Degree = 1 | 2 | 3

const FEW = 24
const MANY = 48
/** Twice the length takes four times as long at the second degree, eight times at the third; short texts a little less. */
const SQUARE = 2.8
const CUBE = 5.6
const MOST_STEPS_OF_ONE = 30_000
const MOST_STEPS_OF_ALL = 100_000
const endings = ["!", "\u0001", "a", "\n"]

/**
 * The highest degree for which a text was found, by searching it: a suspicion from the shape alone is not enough. What
 * this matcher cannot follow (backreferences, lookbehind) counts as harmless.
 */
export function findDegree(tree: RegexNode, isGlobal: boolean): Degree {
  const repeats = endlessIn(tree)
  if (repeats.length === 0) return 1
  const how = { isGlobal, most: MOST_STEPS_OF_ONE }
  let worst: Degree = 1
  let left = MOST_STEPS_OF_ALL
  for (const text of generateTexts(repeats, marksIn(tree, repeats))) {
    const few = countSearchSteps(tree, text(FEW), how)
    if (few === undefined) return worst
    const many = countSearchSteps(tree, text(MANY), how)
    if (many === undefined) return worst
    if (many >= MOST_STEPS_OF_ONE || many / few >= CUBE) return 3
    if (many / few >= SQUARE) worst = 2
    left -= few + many
    if (left < 0) return worst
  }
  return worst
}

/** Texts that grow with a number, and that the expression may be slow on. */
function* generateTexts(repeats: readonly Placed[], marks: readonly string[]): Generator<(rounds: number) => string> {
  const befores = new Set(repeats.flatMap(({ before }) => (before === "" ? ["", "!"] : [before])))
  for (const pump of choosePumps(repeats, marks))
    for (const before of befores) for (const end of endings) yield (rounds) => before + pump.repeat(rounds) + end
}

const MOST_MARKS = 3

/** Characters that stand for themselves and that a repetition matches as well: `@` in `.+@.+`. */
function marksIn(tree: RegexNode, repeats: readonly Placed[]): readonly string[] {
  const isRepeated = (char: string) => repeats.some(({ set }) => set[char.charCodeAt(0)] === true)
  const marks = [...new Set(collectPlainChars(tree))].filter(isRepeated)
  // Letters are mostly those of a word at the beginning; separators repeat.
  return [...marks.filter((char) => !/\w/.test(char)), ...marks.filter((char) => /\w/.test(char))].slice(0, MOST_MARKS)
}

interface Placed {
  readonly set: CharSet
  readonly rounds: readonly string[]
  /** A text that leads up to it. */
  readonly before: string
}

const UNBOUNDED = 30

/** Every unbounded repetition, with what leads up to it. */
function endlessIn(tree: RegexNode): readonly Placed[] {
  return findRepeats(tree)
    .filter(({ repeat }) => repeat.max >= UNBOUNDED)
    .flatMap(({ repeat: { body }, before }) => {
      const rounds = body.kind === "choice" ? body.branches.map(writeShortest) : [writeShortest(body)]
      return collectSets(body, 1).map((set) => ({ set, rounds, before }))
    })
}

const MOST_PUMPS = 8

/** Characters that two repetitions have in common, and what one round matches. */
function choosePumps(repeats: readonly Placed[], marks: readonly string[]): readonly string[] {
  const shared = findSharedChars(repeats.map(({ set }) => set))
  const own = repeats.flatMap(({ set, rounds }) => [...pickChar(set), ...rounds])
  const likely = [...new Set([...shared, ...own])].filter((text) => text !== "").slice(0, MOST_PUMPS)
  return [...new Set([...likely, ...marks])]
}
