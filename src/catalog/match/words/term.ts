import { stem } from "../../../text/stem.ts"
import { stopWords } from "./stop-words.ts"

/** Longer words are no words but data. */
export const LONGEST_WORD = 40

/** What a written word is looked up as: in small letters, stemmed; nothing for a stop word. */
export function termOf(written: string): string {
  const lower = written.toLowerCase().replaceAll("\u2019", "'")
  return stopWords.has(lower) || lower.length > LONGEST_WORD ? "" : ownCopy(stem(lower))
}

/** A slice would keep the whole text it was cut from in memory. */
export function ownCopy(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1)
}
