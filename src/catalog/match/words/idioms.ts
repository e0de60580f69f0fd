import { termOf } from "./term.ts"

/** Ways of asking that do not name what they are about, and the words with which skills name it; the telling first. */
const IDIOMS: readonly (readonly [asked: RegExp, meant: string])[] = [
  [
    /\b(?:someone|somebody|anyone|anybody|a colleague)\b[^.?!]{0,20}\b(?:look|looks|check|checks|review|reviews)\b/gi,
    "request review",
  ],
  [
    /\b(?:i['\u2019]?m|we['\u2019]?re|it['\u2019]?s|am|are|is|all) (?:all |now )?(?:done|finished|ready)\b/gi,
    "finish branch",
  ],
  [/\b(?:an?|my|this|new|the|some) ideas? (?:for|of|about)\b|\bnot sure (?:yet )?(?:how|what)\b/gi, "brainstorm"],
  [/\b(?:think|talk|work) (?:this |it )?(?:about|through|out) (?:how|what|a new)\b/gi, "brainstorm"],
  [
    /\b(?:(?:don['\u2019]?t|do not) know|no idea|can['\u2019]?t see|unclear) why\b|\bkeeps? (?:failing|crashing)\b/gi,
    "debug",
  ],
  [/\bat the same time\b|\bside by side\b|\b(?:among|between|across) (?:\w+ )?agents\b/gi, "parallel"],
  [/\b(?:is|are) (?:it|they|this|that) really\b|\bbefore you say\b|\bdid you (?:actually|really)\b/gi, "verify"],
]

export interface Meant {
  readonly term: string
  readonly from: number
  readonly to: number
}

/** What a request means by the first of these ways of asking that it has. */
export function meantBy(request: string): readonly Meant[] {
  for (const [asked, meant] of IDIOMS) {
    const phrases = [...request.matchAll(asked)]
    if (phrases.length === 0) continue
    return phrases.flatMap(({ index, 0: phrase }) =>
      meant.split(" ").map((word) => ({ term: termOf(word), from: index, to: index + phrase.length })),
    )
  }
  return []
}
