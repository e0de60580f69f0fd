import { stem } from "../../../text/stem.ts"

/** Longer words are data, not words. */
export const LONGEST_WORD = 40

/** The term for a written word: in lower case and stemmed; nothing for a stop word. */
export function toTerm(written: string): string {
  const lower = written.toLowerCase().replaceAll("\u2019", "'")
  return stopWords.has(lower) || lower.length > LONGEST_WORD ? "" : detachText(stem(lower))
}

/** A slice would keep the whole text it was cut from in memory. */
export function detachText(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1)
}

/** Words that occur in every text about skills and distinguish none. */
const stopWords: ReadonlySet<string> = new Set(
  `a about above after again all also am an and any anyone anything are aren't as at be because been before being below
  between both but by came can can't cannot come comes coming could couldn't did didn't do does doesn't doing don't down during each either
  else etc even ever every few for from further get gets getting give go goes going got had has hasn't have haven't
  having he hello her here hers him his how however i i'd i'll i'm i've if in instead into is isn't it it's its itself
  just let let's lets like many may maybe me might mine more most much must my myself need needed needs neither no nor
  not now of off ok on once one only onto or other our ours out over own per please rather really same shall she should
  shouldn't skill skills so some somehow someone something still such than thank thanks that that's the their theirs them
  then there these they they're thing things this those through to too under until up upon us use used useful user users
  uses using very via want wanted wants was wasn't we we're well were weren't what what's whatever when whenever where
  wherever whether which while who whom whose why will with within without won't would wouldn't yet you you're your yours
  yourself fine good great know knows known look looks looking nice say says said see seems sure tell tells
  told cant couldnt didnt doesnt dont hasnt havent im isnt ive shouldnt thats theyre wasnt werent whats wont wouldnt youre
  actually almost already always anyway exactly mind moreover never nothing somewhere sometimes soon somebody today tomorrow yesterday`.split(
    /\s+/,
  ),
)
