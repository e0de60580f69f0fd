import type { Listing } from "../../catalog/listing.ts"
import { formatCount, groupDigits } from "../../text/format-count.ts"

/** How many tokens a listing has, in the same words everywhere. An agent's own entries are none of somebody's skills. */
export function describeListed({ tokens, ownTokens }: Pick<Listing, "tokens" | "ownTokens">): string {
  const own = ownTokens === 0 ? "" : `; its own entries: ${groupDigits(ownTokens)}`
  return `${formatCount(tokens, "token")} listed for the model${own}`
}
