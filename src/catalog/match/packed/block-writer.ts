import { openByteWriter } from "./byte-writer.ts"
import { checksumBytes } from "./checksum.ts"

/** Sorted terms with their postings, divided into blocks that are read and checked one by one. */
export interface PackedBlocks {
  readonly bytes: Uint8Array
  /** Where each block begins, plus the end of the last. */
  readonly starts: readonly number[]
  readonly sums: readonly number[]
  /** The first term of each block. */
  readonly firsts: readonly string[]
}

export interface BlockWriter {
  /** Terms must come in order. */
  add(term: string, postings: Uint8Array): void
  blocks(): PackedBlocks
}

/** A block ends with the term that makes it this long. */
const BLOCK = 4 * 1024

export function openBlockWriter(size: number): BlockWriter {
  const out = openByteWriter(size)
  const starts: number[] = [0]
  const sums: number[] = []
  const firsts: string[] = []
  let isOpen = false
  return {
    add(term, postings) {
      if (!isOpen) firsts.push(term)
      isOpen = true
      out.shortText(term)
      out.number(postings.length)
      out.append(postings)
      if (out.length - (starts.at(-1) ?? 0) >= BLOCK) endBlock()
    },
    blocks() {
      if (isOpen) endBlock()
      return { bytes: out.bytes(), starts, sums, firsts }
    },
  }

  function endBlock(): void {
    while (out.length % 4 !== 0) out.byte(0)
    sums.push(checksumBytes(out.bytes().subarray(starts.at(-1))))
    starts.push(out.length)
    isOpen = false
  }
}
