import { FIELDS } from "../fields.ts"

/** What tells whether a kept document is still that of a skill. */
export interface DocumentKey {
  readonly path: string
  readonly name: string
  readonly size: number
  readonly changed: number
}

/**
 * The index as it lies in memory and on disk: flat arrays over one block of bytes, so that opening it parses nothing.
 * 1. Documents are numbered from 0; terms are sorted by their bytes.
 * 2. The postings of term `t` are the bytes from `postingStarts[t]` to `postingStarts[t + 1]`: for each document that
 *    holds it the distance from the one before (the first counts from -1) and the packed counts, both at least 1.
 * 3. `sum` in the header covers everything but the postings; `postingSums` covers these, term by term.
 */
export interface PackedIndex {
  readonly bytes: Uint8Array
  readonly documents: number
  readonly terms: number
  readonly sizes: Float64Array
  readonly changed: Float64Array
  /** The words of each field of each document, in the order of `FIELDS`. */
  readonly lengths: Uint16Array
  readonly termStarts: Uint32Array
  readonly termBytes: Uint8Array
  readonly postingStarts: Uint32Array
  readonly postingSums: Uint32Array
  readonly postings: Uint8Array
  /** Path, name and folded name of each document, one after the other. */
  readonly strings: readonly string[]
}

export type IndexParts = Omit<PackedIndex, "bytes" | "documents" | "terms">

const MAGIC = 0x536b4d31
/** magic, total bytes, sum, documents, terms, bytes of strings, of terms, of postings. */
const HEADER_WORDS = 8
const SUM_AT = 2

export function packIndex(parts: IndexParts, stamp: string): PackedIndex {
  const strings = new TextEncoder().encode([stamp, ...parts.strings].join("\0"))
  const { sizes, termStarts, termBytes, postings } = parts
  const sizesOf = [sizes.length, termStarts.length - 1, strings.length, termBytes.length, postings.length] as const
  const layout = layoutOf(sizesOf)
  const buffer = new ArrayBuffer(layout.total)
  const bytes = new Uint8Array(buffer)
  const header = new Uint32Array(buffer, 0, HEADER_WORDS)
  header.set([MAGIC, layout.total, 0, ...sizesOf])
  const views = viewsOf(buffer, 0, layout)
  views.sizes.set(sizes)
  views.changed.set(parts.changed)
  views.lengths.set(parts.lengths)
  views.termStarts.set(termStarts)
  views.postingStarts.set(parts.postingStarts)
  views.postingSums.set(parts.postingSums)
  views.strings.set(strings)
  views.termBytes.set(termBytes)
  views.postings.set(postings)
  header[SUM_AT] = headSum(buffer, 0, layout.postings)
  return { ...views, bytes, documents: sizesOf[0], terms: sizesOf[1], strings: parts.strings }
}

/** Reads an index that was kept; nothing where it is cut, damaged, or made by another edition. */
export function openPackedIndex(kept: Uint8Array, stamp: string): PackedIndex | undefined {
  const bytes = kept.byteOffset % 8 === 0 ? kept : kept.slice()
  if (bytes.length < HEADER_WORDS * 4) return undefined
  const { buffer, byteOffset } = bytes
  const header = new Uint32Array(buffer, byteOffset, HEADER_WORDS)
  const [magic, total, sum, documents = 0, terms = 0, stringBytes = 0, termBytes = 0, postings = 0] = header
  if (magic !== MAGIC || total !== bytes.length) return undefined
  const layout = layoutOf([documents, terms, stringBytes, termBytes, postings])
  if (layout.total !== total || headSum(buffer, byteOffset, layout.postings) !== sum) return undefined
  const views = viewsOf(buffer, byteOffset, layout)
  const [made, ...strings] = new TextDecoder().decode(views.strings).split("\0")
  if (made !== stamp || strings.length !== documents * 3) return undefined
  return { ...views, bytes, documents, terms, strings }
}

export function keyAt(index: PackedIndex, document: number): DocumentKey {
  return {
    path: index.strings[document * 3] ?? "",
    name: index.strings[document * 3 + 1] ?? "",
    size: index.sizes[document] ?? 0,
    changed: index.changed[document] ?? 0,
  }
}

type Sizes = readonly [documents: number, terms: number, strings: number, termBytes: number, postings: number]

interface Layout {
  readonly sizes: Sizes
  readonly changed: number
  readonly termStarts: number
  readonly postingStarts: number
  readonly postingSums: number
  readonly lengths: number
  readonly strings: number
  readonly termBytes: number
  readonly postings: number
  readonly total: number
}

/** Where each array begins; the widest numbers come first, so that all are aligned. */
function layoutOf(sizes: Sizes): Layout {
  const [documents, terms, stringBytes, termBytes, postingBytes] = sizes
  const changed = HEADER_WORDS * 4 + documents * 8
  const termStarts = changed + documents * 8
  const postingStarts = termStarts + (terms + 1) * 4
  const postingSums = postingStarts + (terms + 1) * 4
  const lengths = postingSums + terms * 4
  const strings = lengths + documents * FIELDS.length * 2
  const termsAt = strings + stringBytes
  const postings = Math.ceil((termsAt + termBytes) / 4) * 4
  const total = postings + postingBytes
  return {
    sizes,
    changed,
    termStarts,
    postingStarts,
    postingSums,
    lengths,
    strings,
    termBytes: termsAt,
    postings,
    total,
  }
}

function viewsOf(buffer: ArrayBufferLike, from: number, layout: Layout) {
  const [documents, terms, stringBytes, termBytes, postingBytes] = layout.sizes
  return {
    sizes: new Float64Array(buffer, from + HEADER_WORDS * 4, documents),
    changed: new Float64Array(buffer, from + layout.changed, documents),
    termStarts: new Uint32Array(buffer, from + layout.termStarts, terms + 1),
    postingStarts: new Uint32Array(buffer, from + layout.postingStarts, terms + 1),
    postingSums: new Uint32Array(buffer, from + layout.postingSums, terms),
    lengths: new Uint16Array(buffer, from + layout.lengths, documents * FIELDS.length),
    strings: new Uint8Array(buffer, from + layout.strings, stringBytes),
    termBytes: new Uint8Array(buffer, from + layout.termBytes, termBytes),
    postings: new Uint8Array(buffer, from + layout.postings, postingBytes),
  }
}

function headSum(buffer: ArrayBufferLike, from: number, to: number): number {
  const words = new Uint32Array(buffer, from, to / 4)
  let sum = 0x811c9dc5
  for (let at = 0; at < words.length; at++) if (at !== SUM_AT) sum = Math.imul(sum ^ (words[at] ?? 0), 0x01000193)
  return sum >>> 0
}
