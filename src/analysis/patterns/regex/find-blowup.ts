import { type CharSet, overlaps } from "./char-set.ts"
import { MOST_STEPS, stepsOf } from "./count-steps.ts"
import type { RegexNode } from "./regex-tree.ts"

/** A text on which the expression takes twice as long with every further character or two. */
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
 * Looks for a text that shows that the expression is exponential, by matching it: a suspicion from the shape alone is
 * not enough. What this matcher cannot follow (references back, looking behind inside a repetition) counts as harmless.
 */
export function findBlowup(tree: RegexNode): Blowup | undefined {
  let tries = 0
  for (const { repeat, before } of repeatsOf(tree, ""))
    for (const pump of pumpsOf(repeat))
      for (const end of endings) {
        if (tries++ > MOST_TRIES) return undefined
        if (isExponential(tree, (rounds) => before + pump.repeat(rounds) + end))
          return { text: before + pump.repeat(MOST_ROUNDS) + end }
      }
  return undefined
}

function isExponential(tree: RegexNode, textOf: (rounds: number) => string): boolean {
  let [before, last] = [0, 0]
  for (let rounds = FEWEST_ROUNDS; rounds <= MOST_ROUNDS; rounds++) {
    const steps = stepsOf(tree, textOf(rounds))
    if (steps === undefined) return false
    if (steps >= MOST_STEPS) return last > 0 && last / before >= EXPONENTIAL
    ;[before, last] = [last, steps]
  }
  return last >= MANY_STEPS && last / before >= EXPONENTIAL
}

const endings = ["!", "\u0001", "\n", "a", "0", ""]

/** What can be repeated less often is quick enough. */
const LEAST_ROUNDS = 12

interface Placed {
  readonly repeat: RegexNode & { readonly kind: "repeat" }
  /** A text that leads up to it. */
  readonly before: string
}

/** Every repetition of something that can itself be cut in several ways. */
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
      return node.max >= LEAST_ROUNDS && isComposed(node.body) ? [{ repeat: node, before }, ...inner] : inner
    }
    default:
      return []
  }
}

function isComposed(node: RegexNode): boolean {
  if (node.kind === "sequence") return node.parts.some(isComposed)
  return node.kind === "choice" || (node.kind === "repeat" && node.max > 1)
}

/** Texts that one round can match, and characters that several of its parts have in common. */
function pumpsOf({ body }: Placed["repeat"]): readonly string[] {
  const sets = setsOf(body)
  const shared = sets.flatMap((set, at) =>
    sets
      .slice(at + 1)
      .flatMap((other) => (overlaps(set, other) ? charIn(set.map((is, code) => is && other[code] === true)) : [])),
  )
  const own = sets.flatMap((set) => charIn(set))
  const rounds = [shortest(body), longer(body)]
  return [...new Set([...rounds, ...shared, ...own])].filter((text) => text !== "").slice(0, 8)
}

function setsOf(node: RegexNode): readonly CharSet[] {
  switch (node.kind) {
    case "char":
    case "set":
      return [node.set]
    case "sequence":
      return node.parts.flatMap(setsOf)
    case "choice":
      return node.branches.flatMap(setsOf)
    case "repeat":
      return setsOf(node.body)
    default:
      return []
  }
}

/** What is not ASCII counts as one character, which may be in two sets that have nothing in common. */
const LAST_KNOWN = 128

/** A character of the set that people type. */
export function charIn(set: CharSet): readonly string[] {
  const likely = [..."aA0 .-_x/,", "\t"].find((char) => set[char.charCodeAt(0)] === true)
  if (likely !== undefined) return [likely]
  const code = set.findIndex((is, at) => is && at > 31 && at < LAST_KNOWN)
  return code === -1 ? [] : [String.fromCharCode(code)]
}

export function shortest(node: RegexNode): string {
  switch (node.kind) {
    case "char":
      return node.char
    case "set":
      return charIn(node.set)[0] ?? ""
    case "sequence":
      return node.parts.map(shortest).join("")
    case "choice":
      return node.branches.map(shortest).reduce((best, text) => (text.length < best.length ? text : best))
    case "repeat":
      return shortest(node.body).repeat(Math.min(node.min, 20))
    default:
      return ""
  }
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
      return shortest(node)
  }
}
