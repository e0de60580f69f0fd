import type { RequestTerm } from "./request-terms.ts"

/** A term that some of the skills hold, itself or by one of its concepts. */
export interface FoundTerm extends RequestTerm {
  readonly holders: readonly Holders[]
  /** How rare it is among the skills. */
  readonly rarity: number
}

/** The skills that hold a term or a concept. */
export interface Holders {
  /** By place in the pool. */
  readonly places: Uint32Array
  /** For each of them, how much the term says about it. */
  readonly strengths: Uint8Array
  /** What it is worth at its strongest. */
  readonly worth: number
}
