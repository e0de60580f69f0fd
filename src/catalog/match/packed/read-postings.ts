import { countAtMost } from "../../../text/lines.ts"
import { numberLength, readNumber } from "./byte-writer.ts"
import type { PackedIndex } from "./packed-index.ts"
import { checksumBytes } from "./checksum.ts"

/** The documents that contain a term, in order, and how much it says about each. */
export interface Postings {
  readonly documents: Uint32Array
  readonly strengths: Uint8Array
}

/** A term with its postings, still packed. */
export interface TermEntry {
  readonly term: Uint8Array
  readonly postings: Uint8Array
}

/** The postings of a term: none if no document contains it. */
export function readPostings(index: PackedIndex, term: string): Postings | "damaged" {
  const at = findBlock(index.firsts, term)
  const bytes = at === -1 ? new Uint8Array() : readPackedBlock(index, at)
  if (bytes === undefined) return "damaged"
  return unpack(findPostings(bytes, new TextEncoder().encode(term)))
}

/** The packed postings of a term in a block: none if it is not there. Most entries are passed over without a copy. */
function findPostings(block: Uint8Array, wanted: Uint8Array): Uint8Array {
  const cursor = { at: 0 }
  while (cursor.at < block.length) {
    const length = readNumber(block, cursor)
    // Only padding has no letters.
    if (length === 0) break
    const from = cursor.at
    cursor.at += length
    const size = readNumber(block, cursor)
    if (length === wanted.length && isSame(block.subarray(from, from + length), wanted))
      return block.subarray(cursor.at, cursor.at + size)
    cursor.at += size
  }
  return new Uint8Array()
}

/** The documents that contain any term with this beginning. */
export function readByPrefix(index: PackedIndex, prefix: string): ReadonlySet<number> | "damaged" {
  const wanted = new TextEncoder().encode(prefix)
  const documents = new Set<number>()
  for (let at = Math.max(0, findBlock(index.firsts, prefix)); at < index.blockSums.length; at++) {
    const first = index.firsts[at] ?? ""
    if (first > prefix && !first.startsWith(prefix)) break
    const bytes = readPackedBlock(index, at)
    if (bytes === undefined) return "damaged"
    for (const { term, postings } of readBlockEntries(bytes))
      if (isSame(term.subarray(0, wanted.length), wanted))
        for (const document of unpack(postings).documents) documents.add(document)
  }
  return documents
}

/** The terms with this beginning. */
export function readTerms(index: PackedIndex, prefix: string): readonly string[] | "damaged" {
  const wanted = new TextEncoder().encode(prefix)
  const decoder = new TextDecoder()
  const terms: string[] = []
  for (let at = Math.max(0, findBlock(index.firsts, prefix)); at < index.blockSums.length; at++) {
    const first = index.firsts[at] ?? ""
    if (first > prefix && !first.startsWith(prefix)) break
    const bytes = readPackedBlock(index, at)
    if (bytes === undefined) return "damaged"
    for (const { term } of readBlockEntries(bytes))
      if (isSame(term.subarray(0, wanted.length), wanted)) terms.push(decoder.decode(term))
  }
  return terms
}

/** All terms of a block, in order. */
export function* readBlockEntries(block: Uint8Array): Generator<TermEntry> {
  const cursor = { at: 0 }
  while (cursor.at < block.length) {
    const length = readNumber(block, cursor)
    // Only padding has no letters.
    if (length === 0) return
    const term = block.subarray(cursor.at, cursor.at + length)
    cursor.at += length
    const size = readNumber(block, cursor)
    yield { term, postings: block.subarray(cursor.at, cursor.at + size) }
    cursor.at += size
  }
}

/** One block; nothing if its bytes are not the ones that were written. */
export function readPackedBlock(index: PackedIndex, at: number): Uint8Array | undefined {
  const bytes = index.readBlocks(index.blockStarts[at] ?? 0, index.blockStarts[at + 1] ?? 0)
  return checksumBytes(bytes) === index.blockSums[at] ? bytes : undefined
}

/** Postings are, for each document, the difference to the previous one (the first counts from -1) and the strength. */
export function unpack(bytes: Uint8Array): Postings {
  const documents = new Uint32Array(bytes.length >>> 1)
  const strengths = new Uint8Array(bytes.length >>> 1)
  let count = 0
  let document = -1
  for (let at = 0; at < bytes.length; at++) {
    let distance = bytes[at++] ?? 0
    if (distance > 0x7f) {
      distance = readNumber(bytes, { at: at - 1 })
      at += numberLength(distance) - 1
    }
    document += distance
    documents[count] = document
    strengths[count++] = bytes[at] ?? 0
  }
  return { documents: documents.subarray(0, count), strengths: strengths.subarray(0, count) }
}

/** The last block that begins with this term or an earlier one, or -1. */
function findBlock(firsts: readonly string[], term: string): number {
  return countAtMost(firsts, term, (first) => first) - 1
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}
