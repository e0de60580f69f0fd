import { type CharSet, hasCommonChars } from "./char-set.ts"
import type { RegexNode } from "./regex-tree.ts"

export interface PlacedRepeat {
  readonly repeat: RegexNode & { readonly kind: "repeat" }
  /** A text that leads up to it. */
  readonly before: string
}

/** Every repetition, the outer before the inner, with what leads up to it. */
export function findRepeats(node: RegexNode, before = ""): readonly PlacedRepeat[] {
  switch (node.kind) {
    case "sequence": {
      const found: PlacedRepeat[] = []
      let sofar = before
      for (const part of node.parts) {
        found.push(...findRepeats(part, sofar))
        sofar += writeShortest(part)
      }
      return found
    }
    case "choice":
      return node.branches.flatMap((branch) => findRepeats(branch, before))
    case "look":
      return findRepeats(node.body, before)
    case "repeat":
      return [{ repeat: node, before }, ...findRepeats(node.body, before)]
    default:
      return []
  }
}

/** The sets of characters in an expression; with `most`, those of so many parts of each sequence. */
export function collectSets(node: RegexNode, most = Number.POSITIVE_INFINITY): readonly CharSet[] {
  switch (node.kind) {
    case "char":
    case "set":
      return [node.set]
    case "sequence":
      return node.parts.slice(0, most).flatMap((part) => collectSets(part, most))
    case "choice":
      return node.branches.flatMap((branch) => collectSets(branch, most))
    case "repeat":
      return collectSets(node.body, most)
    default:
      return []
  }
}

/** Characters that are written as themselves and not repeated. */
export function collectPlainChars(node: RegexNode): readonly string[] {
  switch (node.kind) {
    case "char":
      return [node.char]
    case "sequence":
      return node.parts.flatMap(collectPlainChars)
    case "choice":
      return node.branches.flatMap(collectPlainChars)
    case "repeat":
      return node.max === 1 ? collectPlainChars(node.body) : []
    default:
      return []
  }
}

/** Characters that two of the sets have in common. */
export function findSharedChars(sets: readonly CharSet[]): readonly string[] {
  return sets.flatMap((set, at) =>
    sets
      .slice(at + 1)
      .flatMap((other) =>
        hasCommonChars(set, other) ? pickChar(set.map((is, code) => is && other[code] === true)) : [],
      ),
  )
}

/** All non-ASCII characters count as one, which may be in two sets that have nothing in common. */
const LAST_KNOWN = 128

/** A character of the set that people type. */
export function pickChar(set: CharSet): readonly string[] {
  const likely = [..."aA0 .-_x/,", "\t"].find((char) => set[char.charCodeAt(0)] === true)
  if (likely !== undefined) return [likely]
  const code = set.findIndex((is, at) => is && at > 31 && at < LAST_KNOWN)
  return code === -1 ? [] : [String.fromCharCode(code)]
}

export function writeShortest(node: RegexNode): string {
  switch (node.kind) {
    case "char":
      return node.char
    case "set":
      return pickChar(node.set)[0] ?? ""
    case "sequence":
      return node.parts.map(writeShortest).join("")
    case "choice":
      return node.branches.map(writeShortest).reduce((best, text) => (text.length < best.length ? text : best))
    case "repeat":
      return writeShortest(node.body).repeat(Math.min(node.min, 20))
    default:
      return ""
  }
}
