/** What tells a rule or a decision from talk, strongest first. A sentence weighs what the first row says that fits it. */
const weights: readonly (readonly [weight: number, pattern: RegExp])[] = [
  [
    3,
    /\b(?:must|never|always|do not|don't|may not|cannot|can't|nobody|no one|mandatory|forbidden|iron law|no exceptions|only|read-only|decided|decision|agreed|settled|final|approved|rejected|out of scope)\b/i,
  ],
  [
    2,
    /\b(?:should|shall|has to|have to|needs?|required?|important|avoid|prefer|ensure|make sure|remember|unless|until|instead|rather|better|at most|at least|limit|under|first|before|after|without|stop|in doubt|treat|leave|wait|not|every|each|one .+ per|let's|let us|go(?:ing)? with|go ahead|from now on|will|default|drop|use|keep|remove|move|belongs?)\b/i,
  ],
  [2, /^(?:\W|\d+\.)*(?:if|when|where)\b/i],
  [1, /^\s*(?:[-*+]|\d+[.)])\s/],
  [
    1,
    /^\W*(?:add|allow|ask|begin|call|check|choose|close|combine|commit|compare|confirm|create|define|describe|document|enable|execute|explain|find|fix|follow|give|include|inspect|list|look|mark|merge|name|note|open|pass|put|read|record|replace|report|return|reuse|revert|review|run|save|say|search|select|set|show|skip|split|start|store|suggest|take|tell|test|track|update|validate|verify|wrap|write)\b/i,
  ],
]

/** What must or must never be done, and what was decided. */
export const STRONGEST = 3

export function sentenceWeight(sentence: string): number {
  return weights.find(([, pattern]) => pattern.test(sentence))?.[0] ?? 0
}

/** The sentences of a line of prose. What follows a common abbreviation belongs to the sentence. */
export function sentencesOf(line: string): readonly string[] {
  return line.split(/(?<=[.!?][)"'`*_]*)(?<!\b(?:e\.g|i\.e|etc|vs|cf)\.)\s+(?=\S)/)
}
