import type { FoundTerm } from "./found-term.ts"
import { SAID } from "./match-fields.ts"
import { MANY_SKILLS } from "./measure-rarity.ts"
import type { RequestTerm } from "./read-request-terms.ts"
import { isEveryday, isHome } from "./words/weak-words.ts"

/** What a skill must be worth to fit. */
const LEAST_WORTH = 0.56

/** How fast what is demanded decreases with the skills: few are told apart by less. */
const FEWER_ASKED = 0.2

/** How much of its worth counts for a skill that says nothing of the request's subject about itself. */
const OFF_SUBJECT = 0.7

/** The same if the request has only everyday words. */
const NO_SUBJECT = 0.4

/** With so many words of the subject all of it counts. */
const ENOUGH_WORDS = 2

/** How much more is demanded for each word of private life that no skill has: no skill for work is about it. */
const UNHEARD_HOME = 0.13

interface Asked {
  readonly wanted: readonly RequestTerm[]
  readonly found: readonly FoundTerm[]
  /** By place. */
  readonly worths: Float64Array
  /** It has an example of what the skill's users say. */
  isExample(at: number): boolean
}

/**
 * Whether any skill fits the request. It must be worth enough, and more if the words that it says about itself (in its
 * name, its description or "when to use") are everyday words, or a single other one.
 */
export function fitsRequest({ wanted, found, worths, isExample }: Asked): boolean {
  const heard = new Set(found.map(({ term }) => term))
  const unheard = wanted.filter(({ term }) => isHome(term) && !heard.has(term)).length
  const least = LEAST_WORTH * Math.min(1, worths.length / MANY_SKILLS) ** FEWER_ASKED + UNHEARD_HOME * unheard
  if (worths.every((worth) => worth < least)) return false
  const subject = wanted.filter(({ term }) => !isEveryday(term)).length
  const said = countSaid(worths.length, found)
  return worths.some((worth, at) => worth * (isExample(at) ? 1 : shareCounted(said[at] ?? 0, subject)) >= least)
}

function shareCounted(said: number, subject: number): number {
  if (subject === 0) return NO_SUBJECT
  if (said >= subject) return 1
  return OFF_SUBJECT + ((1 - OFF_SUBJECT) * Math.min(said, ENOUGH_WORDS)) / ENOUGH_WORDS
}

/** For each skill, how many words of the subject it says about itself. */
function countSaid(skills: number, found: readonly FoundTerm[]): Uint8Array {
  const said = new Uint8Array(skills)
  const counted = new Uint8Array(skills)
  for (const [at, { term, holders }] of found.entries()) {
    if (isEveryday(term)) continue
    for (const { places, strengths } of holders)
      for (let posting = 0; posting < places.length; posting++) {
        const place = places[posting] ?? 0
        if (((strengths[posting] ?? 0) & SAID) === 0 || counted[place] === at + 1) continue
        counted[place] = at + 1
        said[place] = (said[place] ?? 0) + 1
      }
  }
  return said
}
