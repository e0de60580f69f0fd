import { type PackedBlocks, openBlockWriter } from "./block-writer.ts"
import { openByteWriter, readNumber } from "./byte-writer.ts"
import { packKeys, unpackKeys } from "./document-keys.ts"
import { type PackedIndex, packIndex } from "./packed-index.ts"
import { readBlockEntries, readPackedBlock, unpack } from "./read-postings.ts"

export interface PackedMerge {
  readonly kept: PackedIndex
  readonly fresh: PackedIndex
  /** The documents of the new index, in order. */
  readonly order: readonly DocumentOrigin[]
}

/** A document by its number in one of the two. */
export interface DocumentOrigin {
  readonly from: "kept" | "fresh"
  readonly document: number
}

/** Merges two indexes; nothing if the stored one is damaged. */
export function mergePacked(merge: PackedMerge, stamp: string): Uint8Array | undefined {
  const blocks = mergeBlocks(merge)
  if (blocks === undefined) return undefined
  const keys = { kept: unpackKeys(merge.kept), fresh: unpackKeys(merge.fresh) }
  const ordered = merge.order.flatMap(({ from, document }) => keys[from][document] ?? [])
  return packIndex(packKeys(ordered), blocks, stamp)
}

function mergeBlocks(merge: PackedMerge): PackedBlocks | undefined {
  const { kept, fresh } = merge
  const old = readAll(kept)
  const young = readAll(fresh)
  if (old === undefined || young === undefined) return undefined
  const join = joiner(mapDocuments(merge, "kept"), mapDocuments(merge, "fresh"))
  const out = openBlockWriter((kept.blockStarts.at(-1) ?? 0) + (fresh.blockStarts.at(-1) ?? 0))
  for (const pair of sideBySide(readTerms(old), readTerms(young))) {
    const postings = join(pair.kept, pair.fresh)
    if (postings.length > 0) out.add(pair.term, postings)
  }
  return out.blocks()
}

/** The new positions of the documents of one of the two; -1 for a document that is dropped. */
function mapDocuments(merge: PackedMerge, from: DocumentOrigin["from"]): Int32Array {
  const targets = new Int32Array(merge[from].sizes.length).fill(-1)
  for (const [at, origin] of merge.order.entries()) if (origin.from === from) targets[origin.document] = at
  return targets
}

/** All blocks, each checked. */
function readAll(index: PackedIndex): readonly Uint8Array[] | undefined {
  const bytes = index.readBlocks(0, index.blockStarts.at(-1) ?? 0)
  const inOnePiece = { ...index, readBlocks: (from: number, to: number) => bytes.subarray(from, to) }
  const blocks = Array.from(index.blockSums.keys(), (at) => readPackedBlock(inOnePiece, at))
  const sound = blocks.filter((block) => block !== undefined)
  return sound.length === blocks.length ? sound : undefined
}

interface Term {
  readonly term: string
  readonly postings: Uint8Array
}

function* readTerms(blocks: readonly Uint8Array[]): Generator<Term, undefined> {
  const decoder = new TextDecoder()
  for (const block of blocks)
    for (const { term, postings } of readBlockEntries(block)) yield { term: decoder.decode(term), postings }
}

interface Pair {
  readonly term: string
  readonly kept: Uint8Array
  readonly fresh: Uint8Array
}

const NO_POSTINGS = new Uint8Array()

/** Two sorted lists as one. */
function* sideBySide(old: Generator<Term, undefined>, young: Generator<Term, undefined>): Generator<Pair> {
  let kept = old.next().value
  let fresh = young.next().value
  while (kept !== undefined || fresh !== undefined) {
    const isKept = kept !== undefined && (fresh === undefined || kept.term <= fresh.term)
    const isFresh = fresh !== undefined && (kept === undefined || fresh.term <= kept.term)
    yield {
      term: (isKept ? kept : fresh)?.term ?? "",
      kept: (isKept ? kept?.postings : undefined) ?? NO_POSTINGS,
      fresh: (isFresh ? fresh?.postings : undefined) ?? NO_POSTINGS,
    }
    if (isKept) kept = old.next().value
    if (isFresh) fresh = young.next().value
  }
}

/** Joins the postings of a term. Most stay the same and are not rewritten. */
function joiner(ofKept: Int32Array, ofFresh: Int32Array): (kept: Uint8Array, fresh: Uint8Array) => Uint8Array {
  const isStill = ofKept.every((target, document) => target === document || target === -1)
  const isAnyGone = ofKept.includes(-1)
  const scratch = openByteWriter(64 * 1024)
  return (kept, fresh) => {
    if (isStill && fresh.length === 0 && !(isAnyGone && holdsGone(kept, ofKept))) return kept
    const joined = [...moved(kept, ofKept), ...moved(fresh, ofFresh)].sort((a, b) => a - b)
    scratch.clear()
    let last = -1
    for (const posting of joined) {
      const document = Math.floor(posting / 256)
      scratch.number(document - last)
      scratch.byte(posting % 256)
      last = document
    }
    return scratch.bytes()
  }
}

/** Postings at their new positions, each as one number that sorts by document. */
function moved(packed: Uint8Array, targets: Int32Array): readonly number[] {
  const { documents, strengths } = unpack(packed)
  const postings: number[] = []
  for (let at = 0; at < documents.length; at++) {
    const target = targets[documents[at] ?? 0] ?? -1
    if (target !== -1) postings.push(target * 256 + (strengths[at] ?? 0))
  }
  return postings
}

function holdsGone(packed: Uint8Array, targets: Int32Array): boolean {
  const cursor = { at: 0 }
  for (let document = -1; cursor.at < packed.length; cursor.at++) {
    document += readNumber(packed, cursor)
    if (targets[document] === -1) return true
  }
  return false
}
