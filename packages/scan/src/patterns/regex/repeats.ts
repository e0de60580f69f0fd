import { type CharSet, overlaps } from "./char-set.ts"
import type { RegexNode } from "./regex-tree.ts"

export interface PlacedRepeat {
  readonly repeat: RegexNode & { readonly kind: "repeat" }
  /** A text that leads up to it. */
  readonly before: string
}

/** Every repetition, the outer before the inner, with what leads up to it. */
export function repeatsIn(node: RegexNode, before = ""): readonly PlacedRepeat[] {
  switch (node.kind) {
    case "sequence": {
      const found: PlacedRepeat[] = []
      let sofar = before
      for (const part of node.parts) {
        found.push(...repeatsIn(part, sofar))
        sofar += shortest(part)
      }
      return found
    }
    case "choice":
      return node.branches.flatMap((branch) => repeatsIn(branch, before))
    case "look":
      return repeatsIn(node.body, before)
    case "repeat":
      return [{ repeat: node, before }, ...repeatsIn(node.body, before)]
    default:
      return []
  }
}

/** The sets of characters in an expression; with `most`, those of so many parts of each sequence. */
export function setsIn(node: RegexNode, most = Number.POSITIVE_INFINITY): readonly CharSet[] {
  switch (node.kind) {
    case "char":
    case "set":
      return [node.set]
    case "sequence":
      return node.parts.slice(0, most).flatMap((part) => setsIn(part, most))
    case "choice":
      return node.branches.flatMap((branch) => setsIn(branch, most))
    case "repeat":
      return setsIn(node.body, most)
    default:
      return []
  }
}

/** Characters that are written as themselves and not repeated. */
export function charsIn(node: RegexNode): readonly string[] {
  switch (node.kind) {
    case "char":
      return [node.char]
    case "sequence":
      return node.parts.flatMap(charsIn)
    case "choice":
      return node.branches.flatMap(charsIn)
    case "repeat":
      return node.max === 1 ? charsIn(node.body) : []
    default:
      return []
  }
}

/** Characters that two of the sets have in common. */
export function sharedChars(sets: readonly CharSet[]): readonly string[] {
  return sets.flatMap((set, at) =>
    sets
      .slice(at + 1)
      .flatMap((other) => (overlaps(set, other) ? charIn(set.map((is, code) => is && other[code] === true)) : [])),
  )
}

/** All non-ASCII characters count as one, which may be in two sets that have nothing in common. */
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
