/** The parts of a skill that are searched. */
export type Field = "name" | "description" | "purpose" | "when" | "headings" | "body"

interface FieldScale {
  /** What a word in it counts. */
  readonly weight: number
  /** How much being long counts against its words, from 0 (not at all) to 1 (as much as it is long). */
  readonly length: number
  /** How many words it usually has: the mean over 1,000 public skills. */
  readonly usual: number
}

/** Tuned on real skills: see test/shared/match.test.ts. */
const SCALES: Readonly<Record<Field, FieldScale>> = {
  name: { weight: 6, length: 0.15, usual: 3 },
  description: { weight: 4, length: 0.65, usual: 24 },
  purpose: { weight: 2, length: 0.5, usual: 14 },
  when: { weight: 2, length: 0.5, usual: 30 },
  headings: { weight: 0.7, length: 0.6, usual: 45 },
  body: { weight: 0.3, length: 0.65, usual: 450 },
}

/** How fast more of the same word stops counting. */
const SATURATION = 1.7

/** What one word of a field with so many words adds to what is said about the skill. */
export function wordWeight(field: Field, words: number): number {
  const { weight, length, usual } = SCALES[field]
  return weight / (1 - length + (length * words) / usual)
}

/** The strongest a term can be for a skill. */
export const STRONGEST = 63

/** Added to a strength when the term is in what the skill says about itself: its name, description or "when to use". */
export const SAID = 64

/** Added to a strength when the term is in the name. */
export const IN_NAME = 128

/**
 * How much a term says about a skill, from 1 to `STRONGEST`, by the sum of its words' weights (BM25F). It rests on
 * usual lengths instead of the lengths of the other skills, so it stays true whatever skills come and go.
 */
export function strengthOf(weights: number): number {
  return Math.max(1, Math.round((STRONGEST * weights) / (weights + SATURATION)))
}
