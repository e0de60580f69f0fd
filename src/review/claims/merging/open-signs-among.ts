import { memoisePairs } from "../../../text/memoise.ts"
import type { ReviewFinding } from "../review-finding.ts"
import type { ReadFinding } from "./read-finding.ts"
import { hasCommonLines, nameVoices } from "./judge-sameness.ts"
import { openSharing } from "./open-sharing.ts"
import {
  measureContainment,
  measureCorrelation,
  measureCosine,
  profileWords,
  measureWordRarity,
  type WordProfile,
} from "./word-profile.ts"
import { readWordSigns } from "./read-word-signs.ts"
import type { SignsAmong } from "./word-weights.ts"

/** With fewer findings around them, neighbours say nothing. */
const LEAST_COMPANY = 3
/** With more, everything has similar neighbours; the limit also keeps a flood of claims from making a review slow. */
const MOST_COMPANY = 60

/**
 * Compares the words of findings on the same lines in relation to all findings there, by their positions in the list;
 * undefined if too few or too many others are around them.
 */
export function openSignsAmong(
  findings: readonly ReviewFinding[],
  read: (at: number) => ReadFinding,
): (a: number, b: number) => SignsAmong | undefined {
  const profiles = findings.map(profileWords)
  const rareGram = measureWordRarity(profiles.map(({ grams }) => grams))
  const rareMeaning = measureWordRarity(profiles.map(({ meanings }) => meanings))
  const hasSeveralVoices = new Set(findings.map(nameVoices)).size > 1
  const letters = betweenProfiles((one, other) => measureCosine(one.grams, other.grams, rareGram))
  const words = betweenProfiles((one, other) => measureContainment(one.meanings, other.meanings, rareMeaning))
  const aroundOf = openSharing(findings, MOST_COMPANY)
  return (a, b) => {
    const [one, other] = [read(a), read(b)]
    if (!hasCommonLines(one.finding, other.finding)) return undefined
    const sharing = aroundOf(a)
    const around = sharing.filter((at) => at !== b)
    if (around.length < LEAST_COMPANY || sharing.length === MOST_COMPANY) return undefined
    const [toOne, toOther] = [around.map((at) => letters(a, at)), around.map((at) => letters(b, at))]
    const nearest = Math.max(words(a, b), ...around.flatMap((at) => [words(a, at), words(b, at)]))
    return {
      kinds: readWordSigns(one, other).kinds,
      company: measureCorrelation(toOne, toOther) * (around.length / (around.length + 2)),
      closest: nearest === 0 ? 0 : words(a, b) / nearest,
      sameAnswer: hasSeveralVoices && nameVoices(one.finding) === nameVoices(other.finding) ? 1 : 0,
    }
  }

  function betweenProfiles(compare: (one: WordProfile, other: WordProfile) => number) {
    return memoisePairs(findings.length, (a, b) => {
      const [one, other] = [profiles[a], profiles[b]]
      return one === undefined || other === undefined ? 0 : compare(one, other)
    })
  }
}
