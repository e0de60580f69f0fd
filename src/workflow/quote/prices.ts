import type { Tier } from "../roles.ts"

/** In dollars for a million tokens. */
export interface TierPrice {
  readonly input: number
  readonly output: number
}

export type Prices = Readonly<Record<Tier, TierPrice>>

/** Assumptions; replace them in the settings with your real prices. */
export const defaultPrices: Prices = {
  large: { input: 5, output: 25 },
  mid: { input: 3, output: 15 },
  small: { input: 1, output: 5 },
}

/** The tier of a step that names none, and of the agent that drives the run. */
export const DEFAULT_TIER: Tier = "mid"

/** The assumed length of an answer, in tokens. */
export const ANSWER_TOKENS: Readonly<Record<Tier, number>> = { large: 2500, mid: 1500, small: 600 }

/** The assumed length of a value that a step reads. */
export const VALUE_TOKENS = 1000

/** The assumed number of items of a fan-out if a function computes them. */
export const COMPUTED_ITEMS = { min: 0, likely: 5, max: 10 } as const

/** The assumed maximum number of visits of a step without a cap. */
export const UNCAPPED_ROUNDS = 10
