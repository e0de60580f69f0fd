import { FIELDS } from "../fields.ts"
import { byteWriter } from "./byte-writer.ts"
import { type IndexHead, type PackedIndex, packIndex, totalsOf } from "./packed-index.ts"
import { compareBytes, type Postings, postingsSum, readPostings, termAt } from "./postings.ts"

export interface Merge {
  readonly kept: PackedIndex
  /** The documents of `kept` that stay, in order. */
  readonly stay: readonly number[]
  readonly fresh: PackedIndex
}

/** What stays of the kept index and then the fresh one, as one; nothing where the kept postings are damaged. */
export function mergePacked(merge: Merge, stamp: string): Uint8Array | undefined {
  const merged = mergeTerms(merge)
  if (merged === undefined) return undefined
  const { kept, stay, fresh } = merge
  const wide = FIELDS.length
  const lengths = new Uint16Array((stay.length + fresh.sizes.length) * wide)
  for (const [at, document] of stay.entries())
    lengths.set(kept.lengths.subarray(document * wide, document * wide + wide), at * wide)
  lengths.set(fresh.lengths, stay.length * wide)
  const { postings, ...terms } = merged
  const head = {
    sizes: joinNumbers(merge, "sizes"),
    changed: joinNumbers(merge, "changed"),
    lengths,
    totals: totalsOf(lengths),
    keys: joinTexts(kept.keys.split("\0"), stay, 2).concat(fresh.keys.split("\0")).join("\0"),
    names:
      joinTexts(kept.names.slice(1).split("\0"), stay, 1)
        .map((name) => `\0${name}`)
        .join("") + fresh.names,
    ...terms,
  }
  return packIndex(head, postings, stamp)
}

type TermParts = Pick<IndexHead, "termStarts" | "termBytes" | "postingStarts" | "postingSums"> & {
  readonly postings: Uint8Array
}

/** Goes over both sorted lists of terms side by side. */
function mergeTerms({ kept, stay, fresh }: Merge): TermParts | undefined {
  const moved = new Int32Array(kept.sizes.length).fill(-1)
  for (const [at, document] of stay.entries()) moved[document] = at
  const all = inOnePiece(kept)
  const out = termWriter(kept, fresh)
  const ends = { kept: kept.postingSums.length, fresh: fresh.postingSums.length }
  const next = { kept: 0, fresh: 0 }
  while (next.kept < ends.kept || next.fresh < ends.fresh) {
    const order =
      next.kept === ends.kept
        ? 1
        : next.fresh === ends.fresh
          ? -1
          : compareBytes(termAt(kept, next.kept), termAt(fresh, next.fresh))
    const term = order > 0 ? termAt(fresh, next.fresh) : termAt(kept, next.kept)
    if (order <= 0) {
      const postings = readPostings(all, next.kept++)
      if (postings === undefined) return undefined
      out.add(postings, (document) => moved[document] ?? -1)
    }
    if (order >= 0) {
      const postings = readPostings(fresh, next.fresh++)
      if (postings !== undefined) out.add(postings, (document) => document + stay.length)
    }
    out.end(term)
  }
  return out.parts()
}

/** All postings are needed, so they are read at once. */
function inOnePiece(index: PackedIndex): PackedIndex {
  const bytes = index.postings(0, index.postingStarts.at(-1) ?? 0)
  return { ...index, postings: (from, to) => bytes.subarray(from, to) }
}

/** Takes terms in order: for each its postings, then its end. A term without postings is left out. */
function termWriter(kept: IndexHead, fresh: IndexHead) {
  const most = kept.postingSums.length + fresh.postingSums.length
  const postings = byteWriter((kept.postingStarts.at(-1) ?? 0) + (fresh.postingStarts.at(-1) ?? 0))
  const termBytes = new Uint8Array(kept.termBytes.length + fresh.termBytes.length)
  const termStarts = new Uint32Array(most + 1)
  const postingStarts = new Uint32Array(most + 1)
  const postingSums = new Uint32Array(most)
  let terms = 0
  let last = -1
  return {
    add({ documents, counts }: Postings, move: (document: number) => number): void {
      for (let at = 0; at < documents.length; at++) {
        const document = move(documents[at] ?? 0)
        if (document === -1) continue
        postings.number(document - last)
        postings.number(counts[at] ?? 0)
        last = document
      }
    },
    end(term: Uint8Array): void {
      last = -1
      const from = postingStarts[terms] ?? 0
      if (postings.length === from) return
      postingSums[terms] = postingsSum(postings.bytes().subarray(from))
      termBytes.set(term, termStarts[terms])
      termStarts[terms + 1] = (termStarts[terms] ?? 0) + term.length
      postingStarts[++terms] = postings.length
    },
    parts: (): TermParts => ({
      termStarts: termStarts.subarray(0, terms + 1),
      termBytes: termBytes.subarray(0, termStarts[terms]),
      postingStarts: postingStarts.subarray(0, terms + 1),
      postingSums: postingSums.subarray(0, terms),
      postings: postings.bytes(),
    }),
  }
}

function joinNumbers({ kept, stay, fresh }: Merge, which: "sizes" | "changed"): Float64Array {
  const numbers = new Float64Array(stay.length + fresh.sizes.length)
  for (const [at, document] of stay.entries()) numbers[at] = kept[which][document] ?? 0
  numbers.set(fresh[which], stay.length)
  return numbers
}

/** The texts of the documents that stay, each of which has `wide`. */
function joinTexts(texts: readonly string[], stay: readonly number[], wide: number): readonly string[] {
  return stay.flatMap((document) => texts.slice(document * wide, document * wide + wide))
}
