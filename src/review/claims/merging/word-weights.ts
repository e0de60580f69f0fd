/** Evidence in the words of two findings, each from 0 to 1. */
export interface WordSigns {
  /** How much of their words they share; the first words count most. */
  readonly words: number
  /** How much of the shorter one is also in the other: few words say only a part of what many words say. */
  readonly covered: number
  /** How far they name the same kinds of issue; less if they share few words. */
  readonly kinds: number
}

/** Evidence if other findings are around the two. */
export interface SignsAmong extends Pick<WordSigns, "kinds"> {
  /** They are similar to the same others: two descriptions of one thing have the same neighbours. */
  readonly company: number
  /** How similar they are, compared with the most similar finding of either; words that many have count little. */
  readonly closest: number
  /** 1 if both come from one answer, and there are several answers. */
  readonly sameAnswer: number
}

export type Weights<Sign extends string> = Readonly<Record<Sign | "bias", number>>

/**
 * Fitted on comments of several tools on public changes, except `sameAnswer`, which is set by hand: in these comments,
 * no tool says a thing twice. bench/review/deduplication.md says how they were fitted and how far they carry over.
 */
export const weightsAlone: Weights<keyof WordSigns> = { bias: -4.1, words: 4.6, covered: 7.6, kinds: 6.6 }
export const weightsAmong: Weights<keyof SignsAmong> = {
  bias: -3.4,
  company: 3.5,
  closest: 7.6,
  kinds: 5.2,
  sameAnswer: -3.5,
}

/** How likely it is that two findings mean the same, from 0 to 1. */
export function weighSigns<Sign extends string>(signs: Readonly<Record<Sign, number>>, weights: Weights<Sign>): number {
  let sum = weights.bias
  for (const sign of Object.keys(signs) as Sign[]) sum += weights[sign] * signs[sign]
  return 1 / (1 + Math.exp(-sum))
}
