import { listExampleStarts } from "./example-requests.ts"
import { measureRarity } from "./measure-rarity.ts"
import { readPostings, readTerms } from "./packed/read-postings.ts"
import type { RequestTerm } from "./read-request-terms.ts"
import { findHeld, type Held, type Pool } from "./skill-pool.ts"

/**
 * The value of each word of an example request that the request contains, relative to a word that is as rare as the
 * example.
 */
const EXAMPLE_WORD = 0.4

/** More words of an example count no more. */
const MOST_EXAMPLE_WORDS = 5

interface Asking {
  readonly pool: Pool
  readonly places: Int32Array | undefined
  readonly request: string
}

interface FoundExamples {
  readonly terms: readonly (RequestTerm & { readonly holders: readonly Held[] })[]
  /** By position of a skill. */
  readonly worths: ReadonlyMap<number, number>
}

/** The example requests that the request contains: what skills say their users say. Nothing if the index is damaged. */
export function findExamples({ pool, places, request }: Asking): FoundExamples | undefined {
  const terms: (RequestTerm & { readonly holders: readonly Held[] })[] = []
  const worths = new Map<number, number>()
  for (const { prefix, spans } of listExampleStarts(request)) {
    const examples = readTerms(pool.index, prefix)
    if (examples === "damaged") return undefined
    for (const term of examples) {
      const span = spans.get(term)
      const postings = span === undefined ? undefined : readPostings(pool.index, term)
      if (postings === "damaged") return undefined
      if (span === undefined || postings === undefined) continue
      const held = findHeld(pool, postings, places)
      const share = EXAMPLE_WORD * Math.min(MOST_EXAMPLE_WORDS, span.words)
      const worth = share * measureRarity(held.places.length, pool.skills.length)
      terms.push({ term, spans: [span], holders: [held] })
      // Several examples in one request are mostly one inside the other.
      for (const at of held.places) worths.set(at, Math.max(worths.get(at) ?? 0, worth))
    }
  }
  return { terms, worths }
}
