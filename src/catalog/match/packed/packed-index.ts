import type { KeptBytes } from "../../../ports/match-store.ts"
import { FIELDS } from "../fields.ts"

/**
 * The index as it lies in memory and on disk: flat arrays over one block of bytes, so that opening it parses nothing
 * and reads only its head.
 * 1. Documents are numbered from 0; terms are sorted by their bytes.
 * 2. The postings of term `t` are the bytes from `postingStarts[t]` to `postingStarts[t + 1]`: for each document that
 *    holds it the distance from the one before (the first counts from -1) and the packed counts, both at least 1.
 * 3. The sum in the header covers the whole head; `postingSums` covers the postings, term by term.
 */
export interface PackedIndex extends IndexHead {
  readonly header: Uint32Array
  /** The bytes of the postings from `from` up to `to`. */
  postings(from: number, to: number): Uint8Array
}

export interface IndexHead {
  readonly sizes: Float64Array
  readonly changed: Float64Array
  /** The words of each field of each document, in the order of `FIELDS`. */
  readonly lengths: Uint16Array
  /** The words of each field of all documents. */
  readonly totals: Float64Array
  readonly termStarts: Uint32Array
  readonly termBytes: Uint8Array
  readonly postingStarts: Uint32Array
  readonly postingSums: Uint32Array
  /** Path and name of each document, all divided by NUL. */
  readonly keys: string
  /** The squeezed name of each document behind a NUL, and a NUL at the end. */
  readonly names: string
}

/** magic, sum, documents, terms, bytes of the stamp, of keys, of names, of terms, of postings; one more to align. */
const HEADER_WORDS = 10
const MAGIC = 0x536b4d31

/** Puts the parts into one block, ready to be kept. */
export function packIndex(head: IndexHead, postings: Uint8Array, stamp: string): Uint8Array {
  const encoder = new TextEncoder()
  const texts = [encoder.encode(stamp), encoder.encode(head.keys), encoder.encode(head.names), head.termBytes]
  const counts = [head.sizes.length, head.postingSums.length, ...texts.map(({ length }) => length), postings.length]
  const layout = layoutOf(counts)
  const bytes = new Uint8Array(layout.end)
  const views = viewsOf(bytes.buffer, layout)
  views.sizes.set(head.sizes)
  views.changed.set(head.changed)
  views.totals.set(head.totals)
  views.termStarts.set(head.termStarts)
  views.postingStarts.set(head.postingStarts)
  views.postingSums.set(head.postingSums)
  views.lengths.set(head.lengths)
  for (const [at, text] of texts.entries()) bytes.set(text, layout.texts[at])
  bytes.set(postings, layout.postings)
  const words = new Uint32Array(bytes.buffer, 0, layout.postings / 4)
  words.set([MAGIC, 0, ...counts])
  words[1] = sumOf(words.subarray(2))
  return bytes
}

/**
 * Opens an index that was kept; nothing where it is cut, damaged, or of another stamp. One that is already known is
 * not read again.
 */
export function openPacked(kept: KeptBytes, stamp: string, known?: PackedIndex): PackedIndex | undefined {
  const header = wordsOf(kept.read(0, HEADER_WORDS * 4))
  if (header.length < HEADER_WORDS || header[0] !== MAGIC) return undefined
  const layout = layoutOf(header.subarray(2))
  if (layout.end !== kept.size) return undefined
  const postings = (from: number, to: number) => kept.read(layout.postings + from, layout.postings + to)
  if (known !== undefined && header.every((word, at) => known.header[at] === word)) return { ...known, postings }
  const words = wordsOf(kept.read(0, layout.postings))
  if (words.length * 4 !== layout.postings || sumOf(words.subarray(2)) !== header[1]) return undefined
  const { stamp: made, keys, names, ...views } = viewsOf(words.buffer, layout)
  const decoder = new TextDecoder()
  if (decoder.decode(made) !== stamp) return undefined
  return { ...views, header, postings, keys: decoder.decode(keys), names: decoder.decode(names) }
}

/** The words of each field of all documents. */
export function totalsOf(lengths: ArrayLike<number>): Float64Array {
  const totals = new Float64Array(FIELDS.length)
  for (let at = 0; at < lengths.length; at++) {
    const field = at % FIELDS.length
    totals[field] = (totals[field] ?? 0) + (lengths[at] ?? 0)
  }
  return totals
}

/** Bytes in memory, read as kept ones are. */
export function inMemory(bytes: Uint8Array): KeptBytes {
  return { size: bytes.length, read: (from, to) => bytes.subarray(from, to), close: () => undefined }
}

interface Layout {
  readonly documents: number
  readonly terms: number
  readonly changed: number
  readonly totals: number
  readonly termStarts: number
  readonly postingStarts: number
  readonly postingSums: number
  readonly lengths: number
  /** Where stamp, keys, names and terms begin, and where the last ends. */
  readonly texts: readonly [stamp: number, keys: number, names: number, terms: number, end: number]
  readonly postings: number
  readonly end: number
}

/** Where each array begins; the widest numbers come first, so that all are aligned. */
function layoutOf(counts: ArrayLike<number>): Layout {
  const { 0: documents = 0, 1: terms = 0, 2: stamp = 0, 3: keys = 0, 4: names = 0, 5: termBytes = 0 } = counts
  const changed = HEADER_WORDS * 4 + documents * 8
  const totals = changed + documents * 8
  const termStarts = totals + FIELDS.length * 8
  const postingStarts = termStarts + (terms + 1) * 4
  const postingSums = postingStarts + (terms + 1) * 4
  const lengths = postingSums + terms * 4
  const from = lengths + documents * FIELDS.length * 2
  const texts = [from, from + stamp, from + stamp + keys, from + stamp + keys + names] as const
  const last = texts[3] + termBytes
  const postings = Math.ceil(last / 4) * 4
  const starts = { changed, totals, termStarts, postingStarts, postingSums, lengths }
  return { documents, terms, ...starts, texts: [...texts, last], postings, end: postings + (counts[6] ?? 0) }
}

function viewsOf(buffer: ArrayBufferLike, layout: Layout) {
  const { documents, terms, texts } = layout
  const [stamp, keys, names, termBytes, end] = texts
  return {
    sizes: new Float64Array(buffer, HEADER_WORDS * 4, documents),
    changed: new Float64Array(buffer, layout.changed, documents),
    totals: new Float64Array(buffer, layout.totals, FIELDS.length),
    termStarts: new Uint32Array(buffer, layout.termStarts, terms + 1),
    postingStarts: new Uint32Array(buffer, layout.postingStarts, terms + 1),
    postingSums: new Uint32Array(buffer, layout.postingSums, terms),
    lengths: new Uint16Array(buffer, layout.lengths, documents * FIELDS.length),
    stamp: new Uint8Array(buffer, stamp, keys - stamp),
    keys: new Uint8Array(buffer, keys, names - keys),
    names: new Uint8Array(buffer, names, termBytes - names),
    termBytes: new Uint8Array(buffer, termBytes, end - termBytes),
  }
}

/** The bytes as whole words; copied where they do not begin at the border of one. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset === 0 ? bytes : new Uint8Array(bytes)
  return new Uint32Array(aligned.buffer, 0, aligned.length >>> 2)
}

/** Four sums side by side: with one, every step would wait for the one before. */
function sumOf(words: Uint32Array): number {
  let [a, b, c, d] = [1, 2, 3, 4]
  let at = 0
  for (; at + 3 < words.length; at += 4) {
    a = Math.imul(a ^ (words[at] ?? 0), PRIME)
    b = Math.imul(b ^ (words[at + 1] ?? 0), PRIME)
    c = Math.imul(c ^ (words[at + 2] ?? 0), PRIME)
    d = Math.imul(d ^ (words[at + 3] ?? 0), PRIME)
  }
  for (; at < words.length; at++) a = Math.imul(a ^ (words[at] ?? 0), PRIME)
  return [b, c, d].reduce((sum, lane) => Math.imul(sum ^ lane, PRIME), a) >>> 0
}

const PRIME = 0x01000193
