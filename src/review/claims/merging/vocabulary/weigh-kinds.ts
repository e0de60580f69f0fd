import { bugKinds } from "./bug-kinds.ts"
import type { IssueKind } from "./issue-kind.ts"
import { qualityKinds } from "./quality-kinds.ts"
import { type FindingWords, readCueWords } from "./read-words.ts"
import { securityKinds } from "./security-kinds.ts"

/**
 * The kinds of issue that a finding is about, with weights; empty if no cue was found. Weights are squared: the title
 * names the subject, the description only mentions others.
 */
export function weighKinds(words: FindingWords): ReadonlyMap<string, number> {
  const heard = new Map<string, number>()
  const hear = (kind: string, loudness: number) => heard.set(kind, (heard.get(kind) ?? 0) + loudness)
  for (const id of words.cwes) for (const { kind } of byCwe.get(id) ?? []) hear(kind, NUMBERED)
  words.sentences.forEach((sentence, at) => {
    for (const { kind, cues } of heardCues) {
      const longest = Math.max(0, ...cues.filter((cue) => hasAll(cue, sentence)).map((cue) => cue.length))
      if (longest > 0) hear(kind, (at === 0 ? TITLE : 1) * Math.sqrt(longest))
    }
  })
  return new Map([...heard].map(([kind, loudness]) => [kind, loudness * loudness]))
}

const NUMBERED = 4
const TITLE = 2

export const issueKinds: readonly IssueKind[] = [...securityKinds, ...bugKinds, ...qualityKinds]

const heardCues = issueKinds.map(({ kind, cues }) => ({ kind, cues: cues.map(readCueWords) }))

const byCwe = new Map(
  issueKinds.flatMap(({ cwes }) => cwes).map((id) => [id, issueKinds.filter(({ cwes }) => cwes.includes(id))]),
)

function hasAll(cue: readonly string[], sentence: ReadonlySet<string>): boolean {
  return cue.length > 0 && cue.every((term) => sentence.has(term))
}
