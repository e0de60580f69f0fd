import { type Blocks, blockWriter } from "./block-writer.ts"
import { byteWriter } from "./byte-writer.ts"
import { type PackedIndex, packIndex } from "./packed-index.ts"
import { entriesOf, readBlock, unpack } from "./read-postings.ts"

export interface Merge {
  readonly kept: PackedIndex
  /** The documents of `kept` that stay, in order. */
  readonly stay: readonly number[]
  readonly fresh: PackedIndex
}

/** What stays of the kept index and then the fresh one, as one; nothing where the kept one is damaged. */
export function mergePacked(merge: Merge, stamp: string): Uint8Array | undefined {
  const blocks = mergeBlocks(merge)
  if (blocks === undefined) return undefined
  const { kept, stay, fresh } = merge
  const table = {
    names:
      pick(kept.names.split("\0").slice(1), stay, 1)
        .map((name) => `\0${name}`)
        .join("") + fresh.names,
    sizes: Float64Array.from([...pick(kept.sizes, stay, 1), ...fresh.sizes]),
    changed: Float64Array.from([...pick(kept.changed, stay, 1), ...fresh.changed]),
    keys:
      pick(kept.keys.split("\0"), stay, 2)
        .map((part) => `${part}\0`)
        .join("") + fresh.keys,
  }
  return packIndex(table, blocks, stamp)
}

/** What belongs to the documents that stay, each of which has `wide` entries. */
function pick<Value>(values: Iterable<Value>, stay: readonly number[], wide: number): readonly Value[] {
  const all = Array.from(values)
  return stay.flatMap((document) => all.slice(document * wide, document * wide + wide))
}

/** Goes over both sorted lists of terms side by side. A term that no document holds any more is left out. */
function mergeBlocks({ kept, stay, fresh }: Merge): Blocks | undefined {
  const old = termsOf(kept)
  const young = termsOf(fresh)
  if (old === undefined || young === undefined) return undefined
  const moved = new Int32Array(kept.sizes.length).fill(-1)
  for (const [at, document] of stay.entries()) moved[document] = at
  const out = blockWriter((kept.blockStarts.at(-1) ?? 0) + (fresh.blockStarts.at(-1) ?? 0))
  const next = { old: 0, young: 0 }
  while (next.old < old.length || next.young < young.length) {
    const term = earlier(old[next.old]?.term, young[next.young]?.term)
    const ofOld = old[next.old]?.term === term ? old[next.old++] : undefined
    const ofYoung = young[next.young]?.term === term ? young[next.young++] : undefined
    const postings = postingsWriter((ofOld?.postings.length ?? 0) + (ofYoung?.postings.length ?? 0))
    if (ofOld !== undefined) postings.add(ofOld.postings, (document) => moved[document] ?? -1)
    if (ofYoung !== undefined) postings.add(ofYoung.postings, (document) => document + stay.length)
    if (postings.bytes().length > 0) out.add(term, postings.bytes())
  }
  return out.blocks()
}

interface Term {
  readonly term: string
  readonly postings: Uint8Array
}

function termsOf(index: PackedIndex): readonly Term[] | undefined {
  const decoder = new TextDecoder()
  const terms: Term[] = []
  for (let at = 0; at < index.blockSums.length; at++) {
    const block = readBlock(index, at)
    if (block === undefined) return undefined
    for (const { term, postings } of entriesOf(block)) terms.push({ term: decoder.decode(term), postings })
  }
  return terms
}

function earlier(a: string | undefined, b: string | undefined): string {
  if (a === undefined || b === undefined) return a ?? b ?? ""
  return a < b ? a : b
}

function postingsWriter(size: number) {
  const out = byteWriter(size)
  let last = -1
  return {
    bytes: out.bytes,
    /** Documents that are moved to -1 are left out. */
    add(packed: Uint8Array, move: (document: number) => number): void {
      const { documents, strengths } = unpack(packed)
      for (let at = 0; at < documents.length; at++) {
        const document = move(documents[at] ?? 0)
        if (document === -1) continue
        out.number(document - last)
        out.byte(strengths[at] ?? 0)
        last = document
      }
    },
  }
}
