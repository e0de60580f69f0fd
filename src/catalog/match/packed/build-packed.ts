import { type DocumentReader, openDocumentReader, type MatchDocument, type MatchText } from "../match-document.ts"
import { type PackedBlocks, openBlockWriter } from "./block-writer.ts"
import { type ByteWriter, openByteWriter, numberLength, putNumber, readNumber } from "./byte-writer.ts"
import { type DocumentKey, packKeys } from "./document-keys.ts"
import { packIndex } from "./packed-index.ts"

/** A skill to pack. Its body is loaded when needed and released before the next. */
export interface DocumentSource extends Omit<MatchText, "body"> {
  readonly key: DocumentKey
  body(): string
}

export function buildPacked(sources: readonly DocumentSource[], stamp: string): Uint8Array {
  const reader = openDocumentReader()
  const scratch = openByteWriter(64 * 1024)
  const documents = sources.map(({ name, description, whenToUse, body }) =>
    packDocument(reader.read({ name, description, whenToUse, body: body() }), scratch),
  )
  const blocks = writeBlocks(reader.terms, invert(documents, reader.terms.length))
  return packIndex(packKeys(sources.map(({ key }) => key)), blocks, stamp)
}

/** The terms of a document in order, each as the difference to the previous one, with their strengths. */
function packDocument({ terms, strengths }: MatchDocument, scratch: ByteWriter): Uint8Array {
  const order = Uint32Array.from(terms.keys()).sort((a, b) => (terms[a] ?? 0) - (terms[b] ?? 0))
  scratch.clear()
  let last = 0
  for (const at of order) {
    const term = terms[at] ?? 0
    scratch.number(term - last)
    scratch.byte(strengths[at] ?? 0)
    last = term
  }
  return scratch.bytes().slice()
}

interface Inverted {
  readonly postings: Uint8Array
  /** Where the postings of each term begin, plus the end of the last. */
  readonly starts: Uint32Array
}

/** Turns the index by document into one by term, in two passes: one to measure, one to write. */
function invert(documents: readonly Uint8Array[], terms: number): Inverted {
  const starts = new Uint32Array(terms + 1)
  eachPosting(documents, terms, (term, distance) => {
    starts[term + 1] = (starts[term + 1] ?? 0) + numberLength(distance) + 1
  })
  for (let at = 0; at < terms; at++) starts[at + 1] = (starts[at + 1] ?? 0) + (starts[at] ?? 0)
  const postings = new Uint8Array(starts[terms] ?? 0)
  const ends = starts.slice()
  eachPosting(documents, terms, (term, distance, strength) => {
    const at = putNumber(postings, ends[term] ?? 0, distance)
    postings[at] = strength
    ends[term] = at + 1
  })
  return { postings, starts }
}

function eachPosting(
  documents: readonly Uint8Array[],
  terms: number,
  take: (term: number, distance: number, strength: number) => void,
): void {
  const next = new Uint32Array(terms)
  for (const [document, packed] of documents.entries()) {
    const cursor = { at: 0 }
    let term = 0
    while (cursor.at < packed.length) {
      term += readNumber(packed, cursor)
      take(term, document + 1 - (next[term] ?? 0), packed[cursor.at++] ?? 0)
      next[term] = document + 1
    }
  }
}

function writeBlocks(terms: DocumentReader["terms"], { postings, starts }: Inverted): PackedBlocks {
  const writer = openBlockWriter(postings.length + terms.length * 16)
  const order = Array.from(terms.keys()).sort((a, b) => ((terms[a] ?? "") < (terms[b] ?? "") ? -1 : 1))
  for (const term of order) writer.add(terms[term] ?? "", postings.subarray(starts[term], starts[term + 1]))
  return writer.blocks()
}
