import { type DocumentReader, documentReader, type MatchDocument, type MatchText } from "../document.ts"
import { type Blocks, blockWriter } from "./block-writer.ts"
import { byteWriter, numberLength, putNumber, readNumber } from "./byte-writer.ts"
import { type DocumentKey, joinKeys, joinNames } from "./document-keys.ts"
import { packIndex } from "./packed-index.ts"

/** A skill to be packed. Its body is asked for when its turn comes, and let go before the next. */
export interface Source extends Omit<MatchText, "body"> {
  readonly key: DocumentKey
  body(): string
}

export function buildPacked(sources: readonly Source[], stamp: string): Uint8Array {
  const reader = documentReader()
  const forward = byteWriter(64 * 1024)
  for (const source of sources) {
    writeForward(forward, reader.read({ ...source, body: source.body() }))
  }
  const keys = sources.map(({ key }) => key)
  const table = {
    names: joinNames(keys),
    sizes: Float64Array.from(keys, ({ size }) => size),
    changed: Float64Array.from(keys, ({ changed }) => changed),
    keys: joinKeys(keys),
  }
  return packIndex(table, blocksOf(reader.terms, invert(forward.bytes(), reader.terms.length)), stamp)
}

type Writer = ReturnType<typeof byteWriter>

/** A document's terms, numbered from 1, with their strengths, ended by 0. */
function writeForward(forward: Writer, { terms, strengths }: MatchDocument): void {
  for (let at = 0; at < terms.length; at++) {
    forward.number((terms[at] ?? 0) + 1)
    forward.byte(strengths[at] ?? 0)
  }
  forward.number(0)
}

interface Inverted {
  readonly postings: Uint8Array
  /** Where the postings of each term begin; one more, where the last end. */
  readonly starts: Uint32Array
}

/** From document by document to term by term, in two passes: one to measure, one to write. */
function invert(forward: Uint8Array, terms: number): Inverted {
  const starts = new Uint32Array(terms + 1)
  eachPosting(forward, terms, (term, distance) => {
    starts[term + 1] = (starts[term + 1] ?? 0) + numberLength(distance) + 1
  })
  for (let at = 0; at < terms; at++) starts[at + 1] = (starts[at + 1] ?? 0) + (starts[at] ?? 0)
  const postings = new Uint8Array(starts[terms] ?? 0)
  const ends = starts.slice()
  eachPosting(forward, terms, (term, distance, strength) => {
    const at = putNumber(postings, ends[term] ?? 0, distance)
    postings[at] = strength
    ends[term] = at + 1
  })
  return { postings, starts }
}

function eachPosting(
  forward: Uint8Array,
  terms: number,
  take: (term: number, distance: number, strength: number) => void,
): void {
  const next = new Uint32Array(terms)
  const cursor = { at: 0 }
  for (let document = 0; cursor.at < forward.length; document++) {
    for (let number = readNumber(forward, cursor); number !== 0; number = readNumber(forward, cursor)) {
      const term = number - 1
      take(term, document + 1 - (next[term] ?? 0), forward[cursor.at++] ?? 0)
      next[term] = document + 1
    }
  }
}

function blocksOf(terms: DocumentReader["terms"], { postings, starts }: Inverted): Blocks {
  const writer = blockWriter(postings.length * 2)
  const order = Array.from(terms.keys()).sort((a, b) => ((terms[a] ?? "") < (terms[b] ?? "") ? -1 : 1))
  for (const term of order) writer.add(terms[term] ?? "", postings.subarray(starts[term], starts[term + 1]))
  return writer.blocks()
}
