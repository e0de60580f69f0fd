import { PULL_REQUEST, SKILLS_TERM } from "./words/concepts.ts"
import { translatePieces } from "./words/other-languages.ts"
import { scanWords } from "./words/scan-words.ts"
import { toTerm } from "./words/term.ts"

/** A word to look up, and where the request has it. */
export interface RequestTerm {
  readonly term: string
  readonly spans: readonly Span[]
  /** The request has it only in the names of files: it says where to work, which need not be what for. */
  readonly isFile?: boolean | undefined
}

interface Span {
  readonly from: number
  readonly to: number
}

/** No more than this are looked up: a request with so many words is found by fewer. */
const MOST_TERMS = 100

export function readRequestTerms(request: string): readonly RequestTerm[] {
  const terms = new Map<string, Span[]>()
  for (const { term, ...span } of [...readWords(request), ...readIdiom(request), ...translatePieces(request)]) {
    const spans = terms.get(term)
    if (spans !== undefined) spans.push(span)
    else if (term !== "" && terms.size < MOST_TERMS) terms.set(term, [span])
  }
  const files = listFileSpans(request)
  const isInFile = (span: Span) => files.some(({ from, to }) => from <= span.from && span.to <= to)
  return [...terms].map(([term, spans]) => ({ term, spans, isFile: spans.every(isInFile) }))
}

/** Words with a slash or an extension, such as `src/login.ts` and `setup.cfg`; a bare `.docx` names a kind of file. */
function listFileSpans(request: string): readonly Span[] {
  return Array.from(request.matchAll(/[\w.-]*\w\/[\w./-]*\w|\b[\w-]+\.[a-z]\w{0,4}\b/g), ({ index, 0: file }) => ({
    from: index,
    to: index + file.length,
  }))
}

interface RequestWord extends Span {
  readonly term: string
}

/** In order; "pull request" is one word. */
function readWords(request: string): readonly RequestWord[] {
  const words: RequestWord[] = []
  scanWords(request, (written, from, to) => {
    const term = /^skills?$/i.test(written) ? SKILLS_TERM : toTerm(written)
    const before = words.at(-1)
    if (before?.term === "pull" && term === "request")
      words[words.length - 1] = { term: PULL_REQUEST, from: before.from, to }
    else words.push({ term, from, to })
  })
  return words
}

/** The parts of the request that these terms represent, as typed, each once; all of it if there are none. */
export function findMatchedWords(request: string, terms: readonly RequestTerm[]): readonly string[] {
  const words = new Map<string, string>()
  for (const { from, to } of joinSpans(terms.flatMap(({ spans }) => spans))) {
    const word = request.slice(from, to)
    if (!words.has(word.toLowerCase())) words.set(word.toLowerCase(), word)
  }
  return words.size === 0 ? [request.trim()] : [...words.values()]
}

/** In order; overlapping ones are merged. */
function joinSpans(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last === undefined || span.from >= last.to) joined.push(span)
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
  }
  return joined
}

/**
 * Phrases that do not name their subject, and the words with which skills name it, the most distinctive first. What the
 * phrases have in common comes before them: most requests have none of it, and compiling all patterns takes longer than
 * a search.
 */
const IDIOMS: readonly (readonly [hints: string, asked: () => RegExp, meant: string])[] = [
  [
    "every |hourly|nightly",
    () =>
      /\bevery (?:\d+ |other |single |few )?(?:min(?:ute)?s?|hours?|half(?: an)? hour|days?|nights?|mornings?|evenings?|weekdays?|weeks?|months?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?)\b|\b(?:hourly|nightly)\b/gi,
    "recurring schedule loop",
  ],
  ["keep ", () => /\bkeep (?:checking|watching|polling|an eye)\b/gi, "loop watch"],
  [
    "someone|somebody|anyone|anybody|colleague",
    () =>
      /\b(?:someone|somebody|anyone|anybody|a colleague)\b[^.?!]{0,20}\b(?:look|looks|check|checks|review|reviews)\b/gi,
    "request review",
  ],
  [
    " at | over | through ",
    () =>
      /\b(?:look|looking|go|going) (?:at|over|through) (?:my|this|the|our) (?:diff|change|changes|code|patch|commits?)\b/gi,
    "review",
  ],
  [
    "done|finished|ready|green",
    () =>
      /\b(?:i['\u2019]?m|we['\u2019]?re|it['\u2019]?s|am|are|is|all) (?:all |now )?(?:done|finished|ready)\b|\btests? (?:are|is) green\b/gi,
    "finish branch",
  ],
  [
    "idea|not sure",
    () => /\b(?:an?|my|this|new|the|some) ideas? (?:for|of|about)\b|\bnot sure (?:yet )?(?:how|what)\b/gi,
    "brainstorm",
  ],
  [
    "think |talk |work ",
    () => /\b(?:think|talk|work) (?:this |it )?(?:about|through|out) (?:how|what|a new)\b/gi,
    "brainstorm",
  ],
  [
    "why|failing|crashing|restarting",
    () =>
      /\b(?:(?:don['\u2019]?t|do not) (?:know|understand|get|see)|no idea|can['\u2019]?t see|unclear) why\b|\bkeeps? (?:failing|crashing|restarting)\b/gi,
    "debug",
  ],
  [
    "work",
    () =>
      /\b(?:nothing|not|doesn['\u2019]?t|don['\u2019]?t|no longer|stop(?:s|ped)?) work(?:s|ing)?\b|\bwork(?:s|ed) (?:yesterday|before|locally|on my machine)\b/gi,
    "debug",
  ],
  [
    "same time|side by side|agents",
    () => /\bat the same time\b|\bside by side\b|\b(?:among|between|across) (?:\w+ )?agents\b/gi,
    "parallel",
  ],
  [
    "really|actually|before you say",
    () => /\b(?:is|are) (?:it|they|this|that) really\b|\bbefore you say\b|\bdid you (?:actually|really)\b/gi,
    "verify",
  ],
  ["before ", () => /\bbefore (?:i|we) (?:merge|push|commit|ship)\b/gi, "verify review"],
  [
    "tak|in ",
    () => /\btak(?:es?|ing) (?:forever|ages|(?:too|so|very) long|minutes|hours)\b|\bin \d+ (?:s|sec|secs|seconds)\b/gi,
    "performance",
  ],
  [
    "how ",
    () => /\bhow (?:does|do|is|are) [^.?!]{1,60}\b(?:code|codebase|repo|repository|project|module)\b/gi,
    "investigate explain",
  ],
  [
    "later|down|forget",
    () => /\b(?:for|until) later\b|\bwrite (?:it|this|that) down\b|\b(?:don['\u2019]?t|not) forget\b/gi,
    "capture note",
  ],
  ["first", () => /\btests?[ -]first\b/gi, "test driven"],
  ["technical", () => /\b(?:not|isn['\u2019]?t|aren['\u2019]?t|non) (?:very |so )?technical\b/gi, "audience"],
  ["flash", () => /\bflash ?cards?\b/gi, "flashcard"],
  ["screen|desktop", () => /\b(?:on|of) (?:my|the) (?:screen|desktop)\b/gi, "screenshot"],
  [
    "over and over|again and again|until ",
    () => /\b(?:over and over|again and again|until (?:it|everything|all)(?:['\u2019]s| is) (?:done|finished))\b/gi,
    "loop",
  ],
  [
    "sound|read|look",
    () => /\b(?:sounds?|reads?|looks?) (?:like|as if) [^.?!]{0,20}\b(?:ai|robot|chatgpt|bot|machine)\b/gi,
    "humanize",
  ],
  ["down", () => /\b(?:is|was|were|went|goes) down\b/gi, "outage"],
  ["out of |outdated", () => /\bout of (?:date|sync)\b|\boutdated\b/gi, "sync"],
  ["break", () => /\bbreak(?:ing)? in(?:to)?\b/gi, "penetration"],
  ["sign|log", () => /\b(?:sign|signs|signing|log|logs|logging) ?(?:up|in|on)\b/gi, "authentication signup"],
  ["key|token", () => /\b(?:api|access|secret) (?:keys?|tokens?)\b/gi, "secret"],
  ["from scratch", () => /\bfrom scratch\b/gi, "scaffold"],
  [
    "why",
    () => /\b(?:can['\u2019]?t|cannot|can not|couldn['\u2019]?t) (?:figure out|find out|explain|tell) why\b/gi,
    "debug",
  ],
  [
    "red|build server|check",
    () => /\b(?:goes|went|turns?|turned|is|are) red\b|\bred x\b|\bbuild server\b|\bchecks? (?:fail|failed|failing)\b/gi,
    "CI failing",
  ],
  ["branches", () => /\b(?:two|three|several|many|both) branches\b/gi, "worktree"],
  [
    "without",
    () => /\bwithout (?:taking|bringing|shutting) [^.?!]{1,30} down\b|\bwithout (?:any )?downtime\b/gi,
    "downtime migration",
  ],
  [
    "back|never ",
    () =>
      /\b(?:come|came|coming|get|getting) back\b[^.?!]{0,20}\b(?:day|week|month)\b|\bnever (?:come|came|return|returned)\b/gi,
    "retention activation",
  ],
  [
    "issue|ticket|task|stories",
    () =>
      /\b(?:break|split|cut|chop|slice|turn)\b[^.?!]{0,30}\b(?:into|in) (?:\w+ )?(?:issues?|tickets?|tasks?|stories)\b/gi,
    "ticket breakdown",
  ],
  [
    "why|chose|picked|decided",
    () =>
      /\bwhy (?:we|you|they) (?:chose|choose|picked|use|used|decided|went)\b|\b(?:chose|picked|decided) [^.?!]{1,30}\b(?:over|instead of|against)\b/gi,
    "decision record",
  ],
  [
    "like |elsewhere|other places",
    () =>
      /\b(?:more|others?|another|elsewhere|same bug|same mistake)\b[^.?!]{0,12}\b(?:like (?:it|this|that)|elsewhere|in other places)\b/gi,
    "variant",
  ],
  [
    "context|window|pass |pick ",
    () =>
      /\b(?:context|window) (?:is |gets? )?(?:nearly |almost |too )?(?:full|long)\b|\bpass (?:this|the|my) [^.?!]{1,20} on to\b|\bpick (?:this|it) up (?:later|tomorrow|there)\b/gi,
    "handoff",
  ],
  [
    "red|test",
    () => /\b(?:red[ -]?green|test (?:it )?(?:first|before)|tests? before)\b|\bfailing test\b[^.?!]{0,20}\bfirst\b/gi,
    "test driven",
  ],
  [
    "holes|hard questions|advocate",
    () => /\b(?:poke|find|look for|shoot) holes\b|\bhard questions\b|\bdevil['\u2019]?s advocate\b/gi,
    "grill stress-test",
  ],
]

interface Meant {
  readonly term: string
  readonly from: number
  readonly to: number
}

/** The meaning of the first of these phrases in a request. */
function readIdiom(request: string): readonly Meant[] {
  const lower = request.toLowerCase()
  for (const [hints, asked, meant] of IDIOMS) {
    if (!hints.split("|").some((hint) => lower.includes(hint))) continue
    const phrases = [...request.matchAll(asked())]
    if (phrases.length === 0) continue
    return phrases.flatMap(({ index, 0: phrase }) =>
      meant.split(" ").map((word) => ({ term: toTerm(word), from: index, to: index + phrase.length })),
    )
  }
  return []
}
