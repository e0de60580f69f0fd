/** The parts of a skill that are searched. */
export type MatchField = "name" | "description" | "purpose" | "when" | "headings" | "body"

interface FieldScale {
  /** How much a word in it counts. */
  readonly weight: number
  /** How much the field's length reduces the weight of its words, from 0 (not at all) to 1 (in proportion). */
  readonly length: number
  /** Its usual number of words: the mean over 1,000 public skills. */
  readonly usual: number
}

/** Tuned on requests that others wrote for public skills: see docs/activation.md. */
const SCALES: Readonly<Record<MatchField, FieldScale>> = {
  name: { weight: 10, length: 0.15, usual: 3 },
  description: { weight: 5, length: 0.9, usual: 24 },
  purpose: { weight: 1, length: 0.5, usual: 14 },
  when: { weight: 3, length: 0.6, usual: 30 },
  headings: { weight: 0.4, length: 0.5, usual: 45 },
  body: { weight: 0.6, length: 0.8, usual: 450 },
}

/** How quickly repetitions of a word stop counting. */
const SATURATION = 2.25

/** A field with fewer words than this share of the usual number counts as one with so many. */
const SHORTEST = 1 / 3

/** What one word of a field with this many words adds. */
export function weighWord(field: MatchField, words: number): number {
  const { weight, length, usual } = SCALES[field]
  return weight / (1 - length + length * Math.max(SHORTEST, words / usual))
}

/** The maximum strength of a term for a skill. */
export const STRONGEST_TERM = 63

/** Added to a strength if the term is in what the skill says about itself: its name, description or "when to use". */
export const SAID = 64

/** Added to a strength if the term is in the name. */
export const IN_NAME = 128

/**
 * How much a term says about a skill, from 1 to `STRONGEST`, by the sum of its words' weights (BM25F). It uses typical
 * lengths instead of the lengths of the other skills, so it does not change when skills come and go.
 */
export function toStrength(weights: number): number {
  return Math.max(1, Math.round((STRONGEST_TERM * weights) / (weights + SATURATION)))
}
