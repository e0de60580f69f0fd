import { measureLikeness, type ReadFinding } from "./read-finding.ts"
import type { WordSigns } from "./word-weights.ts"
import { compareWords, profileWords } from "./word-profile.ts"

/** What the words of two findings say about whether they mean the same. */
export function readWordSigns(a: ReadFinding, b: ReadFinding): WordSigns {
  const { words, covered } = compareWords(profileWords(a.finding).weighted, profileWords(b.finding).weighted)
  return { words, covered, kinds: measureLikeness(a.kinds, b.kinds) * words }
}
