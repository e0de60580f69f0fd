import type { KeptBytes } from "../match-store.ts"
import type { PackedBlocks } from "./block-writer.ts"
import type { KeyTable } from "./document-keys.ts"
import { checksumWords } from "./checksum.ts"

/**
 * The index as it is in memory and on disk: flat arrays over one block of bytes, so that opening it parses nothing and
 * reads only its head. Documents are numbered from 0.
 */
export interface PackedIndex extends KeyTable {
  readonly header: Uint32Array
  readonly blockStarts: Uint32Array
  readonly blockSums: Uint32Array
  /** The first term of each block. */
  readonly firsts: readonly string[]
  /** The bytes of the blocks from `from` up to `to`. */
  readBlocks(from: number, to: number): Uint8Array
}

/** magic, sum, documents, blocks, bytes of the stamp, of first terms, of keys, of blocks. */
const HEADER_WORDS = 8
const MAGIC = 0x536b4d31

/** Puts everything into one block of bytes for storage. */
export function packIndex(table: KeyTable, blocks: PackedBlocks, stamp: string): Uint8Array {
  const encoder = new TextEncoder()
  const texts = [stamp, blocks.firsts.join("\0"), table.keys].map((text) => encoder.encode(text))
  const counts = [table.sizes.length, blocks.sums.length, ...texts.map(({ length }) => length), blocks.bytes.length]
  const layout = planLayout(counts)
  const bytes = new Uint8Array(layout.end)
  const views = openViews(bytes.buffer, layout)
  views.blockStarts.set(blocks.starts)
  views.blockSums.set(blocks.sums)
  views.sizes.set(table.sizes)
  views.changed.set(table.changed)
  for (const [at, text] of texts.entries()) views.texts[at]?.set(text)
  bytes.set(blocks.bytes, layout.blocks)
  const words = new Uint32Array(bytes.buffer, 0, layout.sizes / 4)
  words.set([MAGIC, 0, ...counts])
  words[1] = checksumWords(words.subarray(2))
  return bytes
}

/**
 * Opens a stored index; nothing if it is truncated, damaged, or has another stamp. An index that is already open is not
 * read again.
 */
export function openPacked(kept: KeptBytes, stamp: string, known?: PackedIndex): PackedIndex | undefined {
  const header = toWords(kept.read(0, HEADER_WORDS * 4))
  if (header.length < HEADER_WORDS || header[0] !== MAGIC) return undefined
  const layout = planLayout(header.subarray(2))
  if (layout.end !== kept.size) return undefined
  const readBlocks = (from: number, to: number) => kept.read(layout.blocks + from, layout.blocks + to)
  if (known !== undefined && header.every((word, at) => known.header[at] === word)) return { ...known, readBlocks }
  const head = toWords(kept.read(0, layout.blocks))
  // The rest needs no checksum: if it is damaged, it merely does not match any skill.
  if (head.length * 4 < layout.blocks || checksumWords(head.subarray(2, layout.sizes / 4)) !== header[1])
    return undefined
  const { texts, ...views } = openViews(head.buffer, layout)
  const [made, firsts = "", keys = ""] = texts.map((text) => new TextDecoder().decode(text))
  if (made !== stamp) return undefined
  return { ...views, header, firsts: firsts === "" ? [] : firsts.split("\0"), keys, readBlocks }
}

/** Bytes in memory, read like stored ones. */
export function keepInMemory(bytes: Uint8Array): KeptBytes {
  return { size: bytes.length, read: (from, to) => bytes.subarray(from, to), close: () => undefined }
}

interface Layout {
  readonly documents: number
  readonly blockCount: number
  /** Stamp, first terms and keys. */
  readonly texts: readonly { readonly from: number; readonly length: number }[]
  readonly sizes: number
  readonly blocks: number
  readonly end: number
}

/** Where each array begins; the part covered by the checksum comes first. */
function planLayout(counts: ArrayLike<number>): Layout {
  const { 0: documents = 0, 1: blockCount = 0, 2: stamp = 0, 3: firsts = 0, 4: keys = 0 } = counts
  const from = (HEADER_WORDS + 2 * blockCount + 1) * 4
  const sizes = upTo8(from + stamp + firsts)
  const keysFrom = sizes + documents * 16
  const blocks = upTo8(keysFrom + keys)
  const texts = [
    { from, length: stamp },
    { from: from + stamp, length: firsts },
    { from: keysFrom, length: keys },
  ]
  return { documents, blockCount, texts, sizes, blocks, end: blocks + (counts[5] ?? 0) }
}

function openViews(buffer: ArrayBufferLike, { documents, blockCount, texts, sizes }: Layout) {
  const blockStarts = HEADER_WORDS * 4
  return {
    blockStarts: new Uint32Array(buffer, blockStarts, blockCount + 1),
    blockSums: new Uint32Array(buffer, blockStarts + (blockCount + 1) * 4, blockCount),
    sizes: new Float64Array(buffer, sizes, documents),
    changed: new Float64Array(buffer, sizes + documents * 8, documents),
    texts: texts.map(({ from, length }) => new Uint8Array(buffer, from, length)),
  }
}

function upTo8(bytes: number): number {
  return Math.ceil(bytes / 8) * 8
}

/** The bytes as 32-bit words; copied if they are not aligned in their buffer. */
function toWords(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset === 0 ? bytes : new Uint8Array(bytes)
  return new Uint32Array(aligned.buffer, 0, aligned.length >>> 2)
}
