import type { Usage } from "../../ports/agent-driver.ts"
import type { ModelPrice } from "../../ports/agent-settings.ts"

/** In dollars. What is read from a cache has a price of its own where one is known. */
export function priceOf(
  { tokensIn, tokensOut, tokensCached = 0 }: Pick<Usage, "tokensIn" | "tokensOut" | "tokensCached">,
  price: ModelPrice,
): number {
  const cached = Math.min(tokensIn, tokensCached)
  const dollars = (tokensIn - cached) * price.input + cached * (price.cached ?? price.input) + tokensOut * price.output
  return dollars / 1e6
}
