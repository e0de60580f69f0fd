import type { Tier } from "../roles.ts"

/** In dollars for a million tokens. */
export interface TierPrice {
  readonly input: number
  readonly output: number
}

export type Prices = Readonly<Record<Tier, TierPrice>>

/** Assumptions, to be replaced in settings by what you are charged. */
export const defaultPrices: Prices = {
  large: { input: 5, output: 25 },
  mid: { input: 3, output: 15 },
  small: { input: 1, output: 5 },
}

/** The model of a step that asks for none, and of the agent that drives the run. */
export const DEFAULT_TIER: Tier = "mid"

/** How long an answer is assumed to be, in tokens. */
export const ANSWER_TOKENS: Readonly<Record<Tier, number>> = { large: 2500, mid: 1500, small: 600 }

/** How long a value is assumed to be that a step reads. */
export const VALUE_TOKENS = 1000

/** How many items a fan-out is assumed to have where a function makes them. */
export const COMPUTED_ITEMS = { min: 0, likely: 5, max: 10 } as const

/** How often a step is assumed to be entered at most where nothing caps it. */
export const UNCAPPED_ROUNDS = 10
