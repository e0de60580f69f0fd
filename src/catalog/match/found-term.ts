import type { RequestTerm } from "./read-request-terms.ts"

/** A term that some of the skills contain, directly or through one of its concepts. */
export interface FoundTerm extends RequestTerm {
  readonly holders: readonly Holders[]
}

/** The skills that contain a term or a concept. */
export interface Holders {
  /** By place in the pool. */
  readonly places: Uint32Array
  /** For each of them, how much the term says about it. */
  readonly strengths: Uint8Array
  /** Its maximum value. */
  readonly worth: number
  /** They contain a synonym of it. */
  readonly isSynonym: boolean
}
