import { likeness, type ReadFinding } from "./read-finding.ts"
import type { WordSigns } from "./word-weights.ts"
import { likeWords, nameOtherAmounts, profileOf } from "./word-profile.ts"

/** What the words of two findings say about whether they mean the same. */
export function wordSigns(a: ReadFinding, b: ReadFinding): WordSigns {
  const [own, theirs] = [profileOf(a.finding), profileOf(b.finding)]
  return {
    words: likeWords(own.weighted, theirs.weighted),
    kinds: likeness(a.kinds, b.kinds),
    otherAmounts: Number(nameOtherAmounts(own, theirs)),
  }
}
