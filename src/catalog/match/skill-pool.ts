import type { Holders } from "./found-term.ts"
import type { PackedIndex } from "./packed/packed-index.ts"
import type { Postings } from "./packed/read-postings.ts"

/** The skills to rank, and the document of each in the index. */
export interface Pool {
  readonly index: PackedIndex
  readonly skills: readonly PoolSkill[]
  /** By position in `skills`; absent if both have the same numbers. Documents beyond those belong to no skill. */
  readonly documents?: Int32Array | undefined
}

interface PoolSkill {
  readonly name: string
  readonly path: string
  /** It comes with Skillet: nobody chose it for this project. */
  readonly isBundled?: boolean | undefined
}

/** The skills of the pool among postings. */
export function findHeld(pool: Pool, postings: Postings, places: Int32Array | undefined): Held {
  return places === undefined ? cutToSkills(postings, pool.skills.length) : placed(postings, places)
}

/** For each document, the position of its skill, or -1. */
export function invertDocuments(documents: Int32Array, size: number): Int32Array {
  const places = new Int32Array(size).fill(-1)
  for (let at = documents.length - 1; at >= 0; at--) places[documents[at] ?? 0] = at
  return places
}

export type Held = Pick<Holders, "places" | "strengths">

/** Postings in order, up to the last document that is a skill's. */
function cutToSkills({ documents, strengths }: Postings, skills: number): Held {
  let count = documents.length
  while (count > 0 && (documents[count - 1] ?? 0) >= skills) count--
  return { places: documents.subarray(0, count), strengths: strengths.subarray(0, count) }
}

function placed({ documents, strengths }: Postings, places: Int32Array): Held {
  const held = { places: new Uint32Array(documents.length), strengths: new Uint8Array(documents.length) }
  let count = 0
  for (let at = 0; at < documents.length; at++) {
    const place = places[documents[at] ?? 0] ?? -1
    if (place === -1) continue
    held.places[count] = place
    held.strengths[count++] = strengths[at] ?? 0
  }
  return { places: held.places.subarray(0, count), strengths: held.strengths.subarray(0, count) }
}
