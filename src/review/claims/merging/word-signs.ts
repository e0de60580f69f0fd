import { likeness, type ReadFinding } from "./read-finding.ts"
import type { WordSigns } from "./word-weights.ts"
import { compareWords, profileOf } from "./word-profile.ts"

/** What the words of two findings say about whether they mean the same. */
export function wordSigns(a: ReadFinding, b: ReadFinding): WordSigns {
  const { words, covered } = compareWords(profileOf(a.finding).weighted, profileOf(b.finding).weighted)
  return { words, covered, kinds: likeness(a.kinds, b.kinds) * words }
}
