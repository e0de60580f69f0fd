import { FIELDS } from "../fields.ts"
import { type ByteWriter, byteWriter } from "./byte-writer.ts"
import { type IndexParts, type PackedIndex, packIndex } from "./packed-index.ts"
import { compareBytes, type Postings, postingsSum, readPostings, termAt } from "./postings.ts"

export interface Merge {
  readonly kept: PackedIndex
  /** The documents of `kept` that stay, in order. */
  readonly stay: readonly number[]
  readonly fresh: PackedIndex
}

/** One index of what stays of the kept one and then of the fresh one; nothing where the kept postings are damaged. */
export function mergePacked(merge: Merge, stamp: string): PackedIndex | undefined {
  const terms = mergeTerms(merge)
  if (terms === undefined) return undefined
  const { kept, stay, fresh } = merge
  const wide = FIELDS.length
  const lengths = new Uint16Array((stay.length + fresh.documents) * wide)
  for (const [at, document] of stay.entries())
    lengths.set(kept.lengths.subarray(document * wide, document * wide + wide), at * wide)
  lengths.set(fresh.lengths, stay.length * wide)
  return packIndex(
    {
      sizes: joined(merge, "sizes"),
      changed: joined(merge, "changed"),
      lengths,
      strings: [...stay.flatMap((document) => kept.strings.slice(document * 3, document * 3 + 3)), ...fresh.strings],
      ...terms,
    },
    stamp,
  )
}

type TermParts = Pick<IndexParts, "termStarts" | "termBytes" | "postingStarts" | "postingSums" | "postings">

/** Goes over both sorted lists of terms side by side. */
function mergeTerms({ kept, stay, fresh }: Merge): TermParts | undefined {
  const moved = new Int32Array(kept.documents).fill(-1)
  for (const [at, document] of stay.entries()) moved[document] = at
  const out = termWriter(kept.bytes.length + fresh.bytes.length, kept.terms + fresh.terms)
  let ofKept = 0
  let ofFresh = 0
  while (ofKept < kept.terms || ofFresh < fresh.terms) {
    const order = compareTerms({ kept, fresh }, ofKept, ofFresh)
    const term = order > 0 ? termAt(fresh, ofFresh) : termAt(kept, ofKept)
    if (order <= 0) {
      const postings = readPostings(kept, ofKept++)
      if (postings === undefined) return undefined
      out.add(postings, (document) => moved[document] ?? -1)
    }
    if (order >= 0) {
      const postings = readPostings(fresh, ofFresh++)
      if (postings !== undefined) out.add(postings, (document) => document + stay.length)
    }
    out.end(term)
  }
  return out.parts()
}

function compareTerms({ kept, fresh }: Pick<Merge, "kept" | "fresh">, ofKept: number, ofFresh: number): number {
  if (ofKept >= kept.terms) return 1
  return ofFresh >= fresh.terms ? -1 : compareBytes(termAt(kept, ofKept), termAt(fresh, ofFresh))
}

/** Takes terms in order: for each its postings, then its end. A term without postings is left out. */
function termWriter(size: number, most: number) {
  const postings: ByteWriter = byteWriter(size)
  const termBytes = new Uint8Array(size)
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

function joined({ kept, stay, fresh }: Merge, which: "sizes" | "changed"): Float64Array {
  const numbers = new Float64Array(stay.length + fresh.documents)
  for (const [at, document] of stay.entries()) numbers[at] = kept[which][document] ?? 0
  numbers.set(fresh[which], stay.length)
  return numbers
}
