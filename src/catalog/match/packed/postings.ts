import { readNumber } from "./byte-writer.ts"
import type { PackedIndex } from "./packed-index.ts"

/** The documents that hold a term, in order, with the packed counts of each. */
export interface Postings {
  readonly documents: Uint32Array
  readonly counts: Uint16Array
}

/** The place of a term among the terms, or -1. */
export function findTerm(index: PackedIndex, term: string): number {
  const wanted = new TextEncoder().encode(term)
  let low = 0
  let high = index.postingSums.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const order = compareBytes(termAt(index, middle), wanted)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

export function termAt(index: Pick<PackedIndex, "termBytes" | "termStarts">, at: number): Uint8Array {
  return index.termBytes.subarray(index.termStarts[at], index.termStarts[at + 1])
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length)
  for (let at = 0; at < shared; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** The postings of the term at this place; nothing where the bytes are not those that were written. */
export function readPostings(index: PackedIndex, at: number): Postings | undefined {
  const bytes = index.postings(index.postingStarts[at] ?? 0, index.postingStarts[at + 1] ?? 0)
  if (postingsSum(bytes) !== index.postingSums[at]) return undefined
  const documents = new Uint32Array(bytes.length >>> 1)
  const counts = new Uint16Array(bytes.length >>> 1)
  const cursor = { at: 0 }
  let count = 0
  let document = -1
  while (cursor.at < bytes.length) {
    document += readNumber(bytes, cursor)
    documents[count] = document
    counts[count++] = readNumber(bytes, cursor)
  }
  return { documents: documents.subarray(0, count), counts: counts.subarray(0, count) }
}

export function postingsSum(bytes: Uint8Array): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < bytes.length; at++) sum = Math.imul(sum ^ (bytes[at] ?? 0), 0x01000193)
  return sum >>> 0
}
