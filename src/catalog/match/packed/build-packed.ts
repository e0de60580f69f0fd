import type { MatchDocument } from "../document.ts"
import { type ByteWriter, byteWriter, numberLength, readNumber } from "./byte-writer.ts"
import { type DocumentKey, joinKeys, joinNames } from "./document-keys.ts"
import { packIndex, totalsOf } from "./packed-index.ts"
import { postingsSum } from "./postings.ts"

export interface KeyedDocument extends MatchDocument {
  readonly key: DocumentKey
}

/** Packs documents, taking one after the other: each is let go before the next is asked for. */
export function buildPacked(documents: Iterable<KeyedDocument>, stamp: string): Uint8Array {
  const ids = new Map<string, number>()
  const keys: DocumentKey[] = []
  const lengths: number[] = []
  const forward = byteWriter(64 * 1024)
  for (const document of documents) {
    keys.push(document.key)
    for (const length of document.lengths) lengths.push(Math.min(length, 0xffff))
    writeForward(forward, document.counts, ids)
  }
  const terms = [...ids.keys()].sort()
  const { postings, ...inverted } = invert(forward.bytes(), placesOf(terms, ids), keys.length)
  const head = {
    sizes: Float64Array.from(keys, ({ size }) => size),
    changed: Float64Array.from(keys, ({ changed }) => changed),
    lengths: Uint16Array.from(lengths),
    totals: totalsOf(lengths),
    keys: joinKeys(keys),
    names: joinNames(keys),
    termStarts: startsOf(terms),
    termBytes: new TextEncoder().encode(terms.join("")),
    ...inverted,
  }
  return packIndex(head, postings, stamp)
}

/** A document's terms as ids with their counts, ended by 0. */
function writeForward(forward: ByteWriter, counts: MatchDocument["counts"], ids: Map<string, number>): void {
  for (const [term, packed] of counts) {
    let id = ids.get(term)
    if (id === undefined) {
      id = ids.size + 1
      ids.set(term, id)
    }
    forward.number(id)
    forward.number(packed)
  }
  forward.number(0)
}

/** By id, the place of each term among the sorted ones. */
function placesOf(terms: readonly string[], ids: ReadonlyMap<string, number>): Uint32Array {
  const places = new Uint32Array(terms.length + 1)
  for (const [at, term] of terms.entries()) places[ids.get(term) ?? 0] = at
  return places
}

/** From document by document to term by term, in two passes: one to measure, one to write. */
function invert(forward: Uint8Array, places: Uint32Array, documents: number) {
  const terms = places.length - 1
  const postingStarts = new Uint32Array(terms + 1)
  eachPosting(forward, { places, documents }, (place, distance, packed) => {
    const length = numberLength(distance) + numberLength(packed)
    postingStarts[place + 1] = (postingStarts[place + 1] ?? 0) + length
  })
  for (let at = 0; at < terms; at++) postingStarts[at + 1] = (postingStarts[at + 1] ?? 0) + (postingStarts[at] ?? 0)
  const postings = new Uint8Array(postingStarts[terms] ?? 0)
  const ends = postingStarts.slice()
  eachPosting(forward, { places, documents }, (place, distance, packed) => {
    ends[place] = putNumber(postings, putNumber(postings, ends[place] ?? 0, distance), packed)
  })
  const postingSums = new Uint32Array(terms)
  for (let at = 0; at < terms; at++)
    postingSums[at] = postingsSum(postings.subarray(postingStarts[at], postingStarts[at + 1]))
  return { postingStarts, postings, postingSums }
}

function eachPosting(
  forward: Uint8Array,
  { places, documents }: { readonly places: Uint32Array; readonly documents: number },
  take: (place: number, distance: number, packed: number) => void,
): void {
  const next = new Uint32Array(places.length)
  const cursor = { at: 0 }
  for (let document = 0; document < documents; document++) {
    for (let id = readNumber(forward, cursor); id !== 0; id = readNumber(forward, cursor)) {
      take(places[id] ?? 0, document + 1 - (next[id] ?? 0), readNumber(forward, cursor))
      next[id] = document + 1
    }
  }
}

function putNumber(bytes: Uint8Array, at: number, value: number): number {
  let to = at
  let rest = value
  for (; rest > 0x7f; rest >>>= 7) bytes[to++] = (rest & 0x7f) | 0x80
  bytes[to++] = rest
  return to
}

function startsOf(terms: readonly string[]): Uint32Array {
  const starts = new Uint32Array(terms.length + 1)
  for (const [at, term] of terms.entries()) starts[at + 1] = (starts[at] ?? 0) + byteLength(term)
  return starts
}

/** Terms hold no characters beyond the basic plane, so their bytes sort as their letters do. */
function byteLength(term: string): number {
  let length = term.length
  for (let at = 0; at < term.length; at++) {
    const code = term.charCodeAt(at)
    if (code > 0x7f) length += code > 0x7ff ? 2 : 1
  }
  return length
}
