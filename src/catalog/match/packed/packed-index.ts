import type { KeptBytes } from "../../../ports/match-store.ts"
import { FIELDS } from "../fields.ts"

/** What tells whether a kept document is still that of a skill. */
export interface DocumentKey {
  readonly path: string
  readonly name: string
  readonly size: number
  readonly changed: number
}

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
const SUM_AT = 1

/** Puts the parts into one block, ready to be kept. */
export function packIndex(head: IndexHead, postings: Uint8Array, stamp: string): Uint8Array {
  const encoder = new TextEncoder()
  const texts = [encoder.encode(stamp), encoder.encode(head.keys), encoder.encode(head.names), head.termBytes] as const
  const header = [MAGIC, 0, head.sizes.length, head.postingSums.length, ...texts.map(({ length }) => length), postings.length]
  const layout = layoutOf(header)
  const buffer = new ArrayBuffer(layout.postings + postings.length)
  new Uint32Array(buffer, 0, HEADER_WORDS).set(header)
  const views = viewsOf(buffer, layout)
  views.sizes.set(head.sizes)
  views.changed.set(head.changed)
  views.totals.set(head.totals)
  views.termStarts.set(head.termStarts)
  views.postingStarts.set(head.postingStarts)
  views.postingSums.set(head.postingSums)
  views.lengths.set(head.lengths)
  for (const [at, text] of texts.entries()) views.texts[at]?.set(text)
  const bytes = new Uint8Array(buffer)
  bytes.set(postings, layout.postings)
  new Uint32Array(buffer, 0, HEADER_WORDS)[SUM_AT] = sumOf(new Uint32Array(buffer, 0, layout.postings / 4))
  return bytes
}

/**
 * Opens an index that was kept; nothing where it is cut, damaged, or of another stamp. One that is already known is
 * not read again.
 */
export function openPacked(kept: KeptBytes, stamp: string, known?: PackedIndex): PackedIndex | undefined {
  const header = wordsOf(kept.read(0, HEADER_WORDS * 4))
  if (header.length < HEADER_WORDS || header[0] !== MAGIC) return undefined
  const layout = layoutOf(header)
  if (layout.postings + (header[8] ?? 0) !== kept.size) return undefined
  const postings = (from: number, to: number) => kept.read(layout.postings + from, layout.postings + to)
  if (known !== undefined && header.every((word, at) => known.header[at] === word)) return { ...known, postings }
  const words = wordsOf(kept.read(0, layout.postings))
  if (words.length * 4 !== layout.postings || sumOf(words) !== header[SUM_AT]) return undefined
  const { texts, ...views } = viewsOf(words.buffer, layout)
  const decoder = new TextDecoder()
  if (decoder.decode(texts[0]) !== stamp) return undefined
  return {
    ...views,
    header,
    postings,
    keys: decoder.decode(texts[1]),
    names: decoder.decode(texts[2]),
    termBytes: texts[3],
  }
}

/** Bytes in memory, read as kept ones are. */
export function inMemory(bytes: Uint8Array): KeptBytes {
  return { size: bytes.length, read: (from, to) => bytes.subarray(from, to), close: () => undefined }
}

interface Layout {
  readonly documents: number
  readonly terms: number
  readonly starts: Readonly<Record<"changed" | "totals" | "terms" | "postings" | "sums" | "lengths", number>>
  readonly texts: readonly (readonly [from: number, length: number])[]
  /** Where the head ends. */
  readonly postings: number
}

/** Where each array begins; the widest numbers come first, so that all are aligned. */
function layoutOf(header: ArrayLike<number>): Layout {
  const [, , documents = 0, terms = 0, ...lengths] = Array.from(header)
  const changed = HEADER_WORDS * 4 + documents * 8
  const totals = changed + documents * 8
  const termsAt = totals + FIELDS.length * 8
  const postings = termsAt + (terms + 1) * 4
  const sums = postings + (terms + 1) * 4
  const lengthsAt = sums + terms * 4
  let at = lengthsAt + documents * FIELDS.length * 2
  const texts = lengths.slice(0, 4).map((length) => {
    at += length
    return [at - length, length] as const
  })
  const starts = { changed, totals, terms: termsAt, postings, sums, lengths: lengthsAt }
  return { documents, terms, starts, texts, postings: Math.ceil(at / 4) * 4 }
}

function viewsOf(buffer: ArrayBufferLike, { documents, terms, starts, texts }: Layout) {
  const [stamp, keys, names, termBytes] = texts.map(([from, length]) => new Uint8Array(buffer, from, length))
  return {
    sizes: new Float64Array(buffer, HEADER_WORDS * 4, documents),
    changed: new Float64Array(buffer, starts.changed, documents),
    totals: new Float64Array(buffer, starts.totals, FIELDS.length),
    termStarts: new Uint32Array(buffer, starts.terms, terms + 1),
    postingStarts: new Uint32Array(buffer, starts.postings, terms + 1),
    postingSums: new Uint32Array(buffer, starts.sums, terms),
    lengths: new Uint16Array(buffer, starts.lengths, documents * FIELDS.length),
    texts: [stamp, keys, names, termBytes] as const,
  }
}

/** The bytes as whole words; copied where they do not begin on the border of one. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset === 0 ? bytes : bytes.slice()
  return new Uint32Array(aligned.buffer, 0, aligned.length >>> 2)
}

/** Four sums side by side: one would make every step wait for the one before. */
function sumOf(words: Uint32Array): number {
  const lanes = [0x811c9dc5, 0x811c9dc5, 0x811c9dc5, 0x811c9dc5] as const
  ...
}
