import { MOST_STEPS, countSteps } from "./count-steps.ts"
import type { RegexNode } from "./regex-tree.ts"
import {
  pickChar,
  type PlacedRepeat,
  findRepeats,
  collectSets,
  findSharedChars,
  writeShortest,
} from "./find-repeats.ts"

/** A text on which the expression takes twice as long with every one or two additional characters. */
export interface Blowup {
  readonly text: string
}

const FEWEST_ROUNDS = 2
const MOST_ROUNDS = 26
const MANY_STEPS = 20_000
/** At 26 rounds, a polynomial of the sixth degree grows by 1.27 a round. */
const EXPONENTIAL = 1.35
const MOST_TRIES = 60

/**
 * Looks for a text that proves that the expression is exponential, by matching it: a suspicion from the shape alone is
 * not enough. What this matcher cannot follow (backreferences, lookbehind inside a repetition) counts as harmless.
 */
export function findBlowup(tree: RegexNode): Blowup | undefined {
  let tries = 0
  for (const { repeat, before } of findRepeats(tree).filter(mayGrow))
    for (const pump of choosePumps(repeat))
      for (const end of endings) {
        if (tries++ > MOST_TRIES) return undefined
        if (isExponential(tree, (rounds) => before + pump.repeat(rounds) + end))
          return { text: before + pump.repeat(MOST_ROUNDS) + end }
      }
  return undefined
}

function isExponential(tree: RegexNode, writeText: (rounds: number) => string): boolean {
  let [before, last] = [0, 0]
  for (let rounds = FEWEST_ROUNDS; rounds <= MOST_ROUNDS; rounds++) {
    const steps = countSteps(tree, writeText(rounds))
    if (steps === undefined) return false
    if (steps >= MOST_STEPS) return last > 0 && last / before >= EXPONENTIAL
    ;[before, last] = [last, steps]
  }
  return last >= MANY_STEPS && last / before >= EXPONENTIAL
}

const endings = ["!", "\u0001", "\n", "a", "0", ""]

/** A smaller maximum is fast enough. */
const LEAST_ROUNDS = 12

/** A repetition of something that can itself be split in several ways. */
function mayGrow({ repeat }: PlacedRepeat): boolean {
  return repeat.max >= LEAST_ROUNDS && isComposed(repeat.body)
}

function isComposed(node: RegexNode): boolean {
  if (node.kind === "sequence") return node.parts.some(isComposed)
  return node.kind === "choice" || (node.kind === "repeat" && node.max > 1)
}

/** Texts that one round can match, and characters that several of its parts have in common. */
function choosePumps({ body }: PlacedRepeat["repeat"]): readonly string[] {
  const sets = collectSets(body)
  const own = sets.flatMap((set) => pickChar(set))
  const rounds = [writeShortest(body), longer(body), ...(body.kind === "choice" ? body.branches.map(longer) : [])]
  return [...new Set([...rounds, ...findSharedChars(sets), ...own])].filter((text) => text !== "").slice(0, 8)
}

/** As the shortest, with every repetition once. */
function longer(node: RegexNode): string {
  switch (node.kind) {
    case "sequence":
      return node.parts.map(longer).join("")
    case "choice":
      return node.branches.map(longer).find((text) => text !== "") ?? ""
    case "repeat":
      return longer(node.body).repeat(Math.max(1, Math.min(node.min, 20)))
    default:
      return writeShortest(node)
  }
}
