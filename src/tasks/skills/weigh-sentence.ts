/** Verbs with which instructions begin. */
const VERBS = `
  add allow apply ask assign assume balance batch begin build cache call capture centralize check choose clean
  close collect combine commit compare compute configure confirm consider consolidate convert copy create
  debug define delegate delete deploy describe design detect disable document enable encapsulate encrypt
  enforce escape establish estimate evaluate execute explain explore export expose extract fail fetch filter
  find fix focus follow format generate give group handle highlight identify implement import include index
  inject inspect install isolate iterate label lead learn leverage limit link list load log look maintain make
  manage map mark match maximize measure merge minimize mock model monitor name normalize note optimize order
  organize override parse pass plan present preserve prevent prioritize produce profile protect provide pull
  push put query raise read record redact reduce refactor reference register reject release render replace
  report request reserve resolve respect respond restart restrict retry return reuse revert review rotate run
  sanitize save say scan schedule scope search select send separate serve set share show simplify skip sort
  source specialize specify split start state store stream strive structure submit suggest summarize support
  sync take tell test throw track translate trim trust tune turn update upgrade utilize validate verify
  version visualize watch wrap write
`
const VERB = `(?:${VERBS.trim().split(/\s+/).join("|")})\\b`
const ENTRY = "^\\s*(?:[-*+]|\\d+[.)])\\s+(?:\\[[ x]\\]\\s)?"

/**
 * What distinguishes a rule or a decision from small talk, strongest first. The first row that fits gives a sentence
 * its weight.
 */
const weights: readonly (readonly [weight: number, pattern: RegExp])[] = [
  [
    3,
    /\b(?:must|never|always|do not|don't|may not|cannot|can't|nobody|no one|mandatory|forbidden|iron law|no exceptions|only|read-only|decided|decision|agreed|settled|final|approved|rejected|out of scope)\b/i,
  ],
  // Written in capitals, or about a whole list: `All of these mean: start over.`
  [3, /\b(?:STOP|WAIT|ONLY|REQUIRED|MANDATORY|CRITICAL|BEFORE|NOT|NO)\b/],
  [3, /^\W*(?:all|any|each) of (?:these|those|the above)\b/i],
  [
    2,
    /\b(?:should|shall|has to|have to|needs?|required?|important|avoid|prefer|ensure|make sure|remember|unless|until|instead|rather|better|at most|at least|limit|under|first|before|after|without|stop|in doubt|treat|leave|wait|not|every|each|one .+ per|let's|let us|go(?:ing)? with|go ahead|from now on|will|default|drop|use|keep|remove|move|belongs?)\b/i,
  ],
  [2, /^(?:\W|\d+\.)*(?:if|when|where)\b/i],
  // A label in bold, as lists of rules have it.
  [2, /^(?:[-*+]\s|\d+[.)]\s)?(?:\[[ x]\]\s)?\*\*[^*]{2,60}\*\*/i],
  [2, new RegExp(`${ENTRY}${VERB}`, "i")],
  [1, new RegExp(ENTRY)],
  [1, new RegExp(`^\\W*${VERB}`, "i")],
]

/** What must or must never be done, and what was decided. */
export const STRONGEST_SENTENCE = 3

/** What a piece of code begins with. */
export const CODE_FENCE = "```"
/** A rule that is set as code, as in NO CODE WITHOUT A TEST FIRST: nothing in a skill matters more. */
const LAW_WEIGHT = 5
const LAW = /^`+\w*\n[A-Z][A-Z0-9 ,.!'’-]{11,}\n`+$/

export function weighSentence(sentence: string): number {
  if (sentence.startsWith(CODE_FENCE)) return LAW.test(sentence) ? LAW_WEIGHT : 0
  return weights.find(([, pattern]) => pattern.test(sentence))?.[0] ?? 0
}

/** The sentences of a line of prose. A common abbreviation does not end a sentence. */
export function splitSentences(line: string): readonly string[] {
  return line.split(/(?<=[.!?][)"'`*_]*)(?<!\b(?:e\.g|i\.e|etc|vs|cf)\.)\s+(?=\S)/)
}
