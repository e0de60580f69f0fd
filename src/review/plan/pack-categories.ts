import { reviewersOf } from "./reviewers.ts"

/** The category of reports that a pattern's own word means: `technical-debt` is Technical Debt. */
export function categoryOfPack(word: string): string {
  const key = word.toLowerCase().replace(/[\s_]+/g, "-")
  const all = [...reviewersOf("code"), ...reviewersOf("docs")]
  return all.find(({ category }) => category.toLowerCase().replace(/\s+/g, "-") === key)?.category ?? word
}
