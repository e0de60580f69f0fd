import { addCount, type Field, FIELDS } from "./fields.ts"
import { bodyParts } from "./when-to-use.ts"
import { eachWord } from "./words/words.ts"

export interface MatchText {
  readonly name: string
  readonly description: string
  readonly whenToUse?: string | undefined
  readonly body: string
}

/** A skill as it is searched: how often each word stands in each field. */
export interface MatchDocument {
  /** By term, packed as `fields.ts` does. */
  readonly counts: ReadonlyMap<string, number>
  /** The number of words, by place in `FIELDS`. */
  readonly lengths: readonly number[]
}

export function matchDocument(text: MatchText): MatchDocument {
  const counts = new Map<string, number>()
  const lengths = FIELDS.map(() => 0)
  const parts = bodyParts(text.body)
  count("name", text.name)
  count("description", text.description)
  count("when", text.whenToUse ?? "")
  count("when", parts.when)
  count("headings", parts.headings)
  count("body", parts.prose)
  eachWord(parts.code, (term) => counts.has(term) || counts.set(term, addCount(0, "body")))
  return { counts, lengths }

  function count(field: Field, words: string): void {
    const at = FIELDS.indexOf(field)
    eachWord(words, (term) => {
      counts.set(term, addCount(counts.get(term) ?? 0, field))
      lengths[at] = (lengths[at] ?? 0) + 1
    })
  }
}
