import type { AuditView } from "../../audit-view.ts"
import type { Passage } from "../reading/passage.ts"

/** A sentence of a skill's text, with its place and its neighbours. */
export interface Sentence {
  readonly passage: Passage
  readonly at: number
  readonly text: string
  /** The sentences of the same paragraph. */
  readonly paragraph: string
  readonly before: string
  /** In lower case, to look for words quickly. */
  readonly lower: string
}

const MOST_SENTENCE = 1200
const ENDS = /[.!?。！？]+(?=\s|["”'’`)」]|$)(?:["”'’`)」]*)\s*|[。！？]|\n(?=\s*(?:[-*+>|]|\d+[.)])\s)/g

/** The sentences of everything that is read as language. */
export function readSentences({ passages }: AuditView): readonly Sentence[] {
  return passages.flatMap((passage) =>
    passage.kind === "prose" || passage.kind === "header" || passage.kind === "decoded" ? split(passage) : [],
  )
}

function split(passage: Passage): readonly Sentence[] {
  const found: Sentence[] = []
  for (const block of passage.text.matchAll(/(?:[^\n]*\S[^\n]*(?:\n|$))+/g)) {
    const paragraph = block[0].slice(0, 4 * MOST_SENTENCE)
    let from = 0
    let before = ""
    const add = (to: number): void => {
      const text = paragraph.slice(from, to)
      if (text.trim() !== "") {
        const lead = text.length - text.trimStart().length
        const own = text.slice(0, MOST_SENTENCE)
        found.push({ passage, at: block.index + from + lead, text: own, lower: own.toLowerCase(), paragraph, before })
        before = text
      }
      from = to
    }
    for (const end of paragraph.matchAll(ENDS)) add(end.index + end[0].length)
    add(paragraph.length)
  }
  return found
}
