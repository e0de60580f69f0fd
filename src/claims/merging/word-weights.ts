/** Evidence in the words of two findings, each from about 0 to 1. */
export interface WordSigns {
  /** How much of their words they share; the first words count most. */
  readonly words: number
  /** How far their words name the same kinds of issue. */
  readonly kinds: number
  /** 1 if they speak of values that change between different amounts. */
  readonly otherAmounts: number
}

/** Further evidence if other findings are around the two. */
export interface SignsAmong extends WordSigns {
  /** They are similar to the same others: two descriptions of one thing have the same neighbours. */
  readonly company: number
  /** How similar they are, compared with the most similar finding of either. */
  readonly closest: number
  /** 1 if both come from one answer, and there are several answers. */
  readonly sameAnswer: number
}

export type Weights<Sign extends string> = Readonly<Record<Sign | "bias", number>>

/**
 * Fitted on comments of several tools on public changes, except `otherAmounts`, which is set by hand: it decides pairs
 * in only one of these changes. bench/review/deduplication.md says how they were fitted and how far they carry over.
 */
export const weightsAlone: Weights<keyof WordSigns> = { bias: -5.3, words: 15.9, kinds: 2.8, otherAmounts: -12 }
export const weightsAmong: Weights<keyof SignsAmong> = {
  bias: -5.1,
  company: 3.4,
  closest: 4.2,
  words: 9,
  kinds: 2.6,
  sameAnswer: -3.4,
  otherAmounts: -12,
}

/** How likely it is that two findings mean the same, from 0 to 1. */
export function weighSigns<Sign extends string>(signs: Readonly<Record<Sign, number>>, weights: Weights<Sign>): number {
  let sum = weights.bias
  for (const sign of Object.keys(signs) as Sign[]) sum += weights[sign] * signs[sign]
  return 1 / (1 + Math.exp(-sum))
}
