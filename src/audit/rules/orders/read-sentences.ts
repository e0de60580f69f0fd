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
  /** The last sentence of the paragraph above, which introduces a list. */
  readonly intro: string
  /** In lower case, to look for words quickly. */
  readonly lower: string
}

const MOST_SENTENCE = 1200
const ENDS = /[.!?。！？]+(?=\s|["”'’`)」]|$)(?:["”'’`)」]*)\s*|[。！？]|\n(?=\s*(?:[-*+>|]|\d+[.)])\s)/g

/** The sentences of everything that is read as language. */
export function readSentences({ passages }: AuditView): readonly Sentence[] {
  return passages.flatMap((passage) => {
    if (passage.kind === "prose" || passage.kind === "header" || passage.kind === "decoded") return split(passage)
    return passage.kind === "data" || passage.kind === "script" ? listDescribedTools(passage) : []
  })
}

/** What a server says about its tools: an agent reads it as it reads a skill. */
const DESCRIPTION =
  /"description"\s{0,4}:\s{0,4}"((?:[^"\\\n]|\\.){20,2000})"|\bdescription\s{0,4}[:=]\s{0,4}["'`]([^"'`\n]{20,2000})["'`]|\btool\b[^\n]{0,40}\n(?:[^\n]{0,200}\n){0,3}?\s{0,12}"""([^"]{20,2000})"""/g

function listDescribedTools(passage: Passage): readonly Sentence[] {
  if (!passage.words.has("description") && !passage.words.has("tool")) return []
  if (!/\btools?\b|mcp/i.test(passage.text)) return []
  return [...passage.text.matchAll(DESCRIPTION)].flatMap((found) => {
    const text = found[1] ?? found[2] ?? found[3] ?? ""
    return split(passage, { text: text.replace(/\\n/g, "\n "), at: found.index + found[0].indexOf(text) })
  })
}

interface TextPart {
  readonly text: string
  readonly at: number
}

function split(passage: Passage, part: TextPart = { text: passage.text, at: 0 }): readonly Sentence[] {
  const found: Sentence[] = []
  let intro = ""
  for (const block of part.text.matchAll(/(?:[^\n]*\S[^\n]*(?:\n|$))+/g)) {
    const paragraph = block[0].slice(0, 4 * MOST_SENTENCE)
    const start = part.at + block.index
    let from = 0
    let before = ""
    const add = (to: number): void => {
      const text = paragraph.slice(from, to)
      if (text.trim() !== "") {
        const lead = text.length - text.trimStart().length
        const own = text.slice(0, MOST_SENTENCE)
        const at = start + from + lead
        found.push({ passage, at, text: own, lower: own.toLowerCase(), paragraph, before, intro })
        before = text
      }
      from = to
    }
    for (const end of paragraph.matchAll(ENDS)) add(end.index + end[0].length)
    add(paragraph.length)
    intro = /^\s*(?:[-*+]|\d+[.)])\s/.test(paragraph) ? intro : before
  }
  return found
}
