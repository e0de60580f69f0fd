import type { Usage } from "../agent-driver.ts"
import type { ModelPrice } from "../../settings/agent-settings.ts"

export type PricedTokens = Pick<Usage, "tokensIn" | "tokensOut" | "tokensCached"> & {
  /** The part of `tokensIn` that was written to a cache. */
  readonly tokensWritten?: number | undefined
}

/** The price of writing a token to a cache, relative to reading it, if a server charges for it. */
const WRITTEN = 1.25

/** In dollars. Tokens read from a cache have their own price if one is known. */
export function priceTokens(
  { tokensIn, tokensOut, tokensCached = 0, tokensWritten = 0 }: PricedTokens,
  price: ModelPrice,
): number {
  const cached = Math.min(tokensIn, tokensCached)
  const written = Math.min(tokensIn - cached, tokensWritten)
  const read = tokensIn - cached - written
  const input = read * price.input + written * price.input * WRITTEN + cached * (price.cached ?? price.input)
  return (input + tokensOut * price.output) / 1e6
}
