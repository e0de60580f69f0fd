import { type MatchField, IN_NAME, SAID, toStrength, weighWord } from "./match-fields.ts"
import { listNameTerms } from "./compare-names.ts"
import { listExamples } from "./example-requests.ts"
import { toPhrase } from "./phrases.ts"
import { splitBody } from "./when-to-use.ts"
import { findConcepts, PULL_REQUEST, SKILLS_TERM } from "./words/concepts.ts"
import { scanWords } from "./words/scan-words.ts"
import { LONGEST_WORD, detachText, toTerm } from "./words/term.ts"

export interface MatchText {
  readonly name: string
  readonly description: string
  readonly whenToUse?: string | undefined
  readonly body: string
}

/** A skill as it is searched: its terms, by their number, and how much each says about it. */
export interface MatchDocument {
  readonly terms: readonly number[]
  /** For each of the terms, as in `fields.ts`. */
  readonly strengths: readonly number[]
}

/** Reads many skills and numbers their terms as they occur. */
export interface DocumentReader {
  /** By number. */
  readonly terms: readonly string[]
  read(text: MatchText): MatchDocument
}

export function openDocumentReader(): DocumentReader {
  const terms: string[] = []
  const numbers = termNumbers(terms)
  return {
    terms,
    read(text) {
      const parts = splitBody(text.body)
      const weights = new Map<number, number>()
      const phrases = new Set<number>()
      const { purpose, rest } = splitDescription(text.description)
      const named = add("name", text.name, phrases)
      add("description", `${rest}\n${purpose}`, phrases)
      add("purpose", purpose)
      add("when", `${text.whenToUse ?? ""}\n${parts.when}`, phrases)
      addConcepts()
      const said = new Set(weights.keys())
      add("headings", parts.headings)
      const body = add("body", parts.prose)
      // Code can be found but says little: its words count once, and only if the text lacks them.
      for (const term of countTerms(parts.code, numbers).counts.keys())
        if (!weights.has(term)) weights.set(term, weighWord("body", body.length))
      if (isAboutSkills(text)) markSkills(countSkillMentions(text.description))
      for (const phrase of phrases) weights.set(phrase, 0)
      for (const example of listExamples(`${text.description}\n${text.whenToUse ?? ""}\n${parts.when}`))
        weights.set(numbers.term(example), 0)
      for (const term of listNameTerms(text.name)) weights.set(numbers.term(term), 0)
      const markTerm = (term: number): number => (said.has(term) ? SAID : 0) + (named.counts.has(term) ? IN_NAME : 0)
      return {
        terms: [...weights.keys()],
        strengths: Array.from(weights, ([term, weight]) => toStrength(weight) + markTerm(term)),
      }

      function markSkills(times: number): void {
        const term = numbers.term(SKILLS_TERM)
        weights.set(term, times)
        said.add(term)
      }

      /** Adds the words of a field, and if there is a set for them, its phrases. */
      function add(field: MatchField, words: string, into?: Set<number>): TermCounts {
        const counted = countTerms(words, numbers, into)
        const weight = weighWord(field, counted.length)
        for (const [term, count] of counted.counts) weights.set(term, (weights.get(term) ?? 0) + count * weight)
        return counted
      }

      /** Only for text that says what the skill is for: a body mentions half of them in passing. */
      function addConcepts(): void {
        for (const [term, weight] of weights)
          for (const concept of numbers.concepts(term)) weights.set(concept, (weights.get(concept) ?? 0) + weight)
      }
    },
  }
}

/** A description that mentions skills this often may be about skills. */
const ABOUT_SKILLS = 2

/** A skill about skills says so at once; others mention them later, as neighbors that do something else. */
function isAboutSkills({ name, description }: MatchText): boolean {
  if (countSkillMentions(description) < ABOUT_SKILLS) return false
  const [opening = ""] = description.split(/(?<=[.!?])\s/, 1)
  return countSkillMentions(`${name}. ${opening}`) > 0
}

interface TermCounts {
  readonly counts: ReadonlyMap<number, number>
  readonly length: number
}

function countTerms(words: string, numbers: TermNumbers, phrases?: Set<number>): TermCounts {
  const counts = new Map<number, number>()
  let length = 0
  let before = STOP
  let last = STOP
  scanWords(words, (written) => {
    const term = numbers.word(written)
    if (phrases !== undefined && term !== STOP) {
      if (last !== STOP) phrases.add(numbers.phrase(last, term))
      last = term
    }
    if (numbers.isPullRequest(before, term)) count(numbers.term(PULL_REQUEST))
    before = term
    if (term === STOP) return
    count(term)
    length++
  })
  return { counts, length }

  function count(term: number): void {
    counts.set(term, (counts.get(term) ?? 0) + 1)
  }
}

const STOP = -1

/** Most words of a text have occurred before: they are not stemmed again. */
const MOST_WRITTEN = 100_000

interface TermNumbers {
  term(term: string): number
  /** The number of a written word's term. */
  word(written: string): number
  /** The number of two terms that follow each other. */
  phrase(first: number, second: number): number
  /** The numbers of the concepts that a term belongs to. */
  concepts(term: number): readonly number[]
  isPullRequest(first: number, second: number): boolean
}

function termNumbers(terms: string[]): TermNumbers {
  const byTerm = new Map([["", STOP]])
  const byWritten = new Map<string, number>()
  return {
    term: numberTerm,
    word,
    phrase: (first, second) => numberTerm(toPhrase(terms[first] ?? "", terms[second] ?? "")),
    concepts: (term) => findConcepts(terms[term] ?? "").map(numberTerm),
    isPullRequest: (first, second) => terms[first] === "pull" && terms[second] === "request",
  }

  function numberTerm(term: string): number {
    const known = byTerm.get(term)
    if (known !== undefined) return known
    byTerm.set(term, terms.push(term) - 1)
    return terms.length - 1
  }

  function word(written: string): number {
    if (written.length > LONGEST_WORD) return STOP
    const known = byWritten.get(written)
    if (known !== undefined) return known
    const number = numberTerm(toTerm(written))
    if (byWritten.size >= MOST_WRITTEN) byWritten.clear()
    byWritten.set(detachText(written), number)
    return number
  }
}

/** A description, split by how much its words count. */
interface DescriptionParts {
  /** The part that says when to use the skill: "use when …", "when the user …", "triggers: …". */
  readonly purpose: string
  readonly rest: string
}

const FOR = new RegExp(
  [
    String.raw`\b(?:use|used|using|invoke[ds]?|activate[ds]?|appl(?:y|ies)|trigger(?:s|ed)?|call(?:ed)?|load|helpful|useful|ideal|run)\b[^.;]{0,60}?\b(?:when(?:ever)?|if|for|before|after|during|on|to)\b`,
    String.raw`\bwhen(?:ever)? (?:the user|a user|users|you|someone|asked|working|starting|dealing|encountering)\b`,
    String.raw`\b(?:triggers?|keywords|use cases?|examples?)\s*(?:include|on|:)`,
  ].join("|"),
  "i",
)
const NOT_FOR =
  /\b(?:(?:do |does |should )?(?:not|never)|don['’]?t)\b[^.;]{0,20}\b(?:use|used|invoke|activate|apply|trigger|intended|meant|for)\b|^\W*(?:skip|avoid)\b/i

/** Text that says what the skill is *not* for is left out: its words belong to other skills. */
export function splitDescription(description: string): DescriptionParts {
  const purpose: string[] = []
  const rest: string[] = []
  for (const sentence of description.split(/(?<=[.!?;])\s+|\n\n+|\s[-–—]\s/)) {
    const not = NOT_FOR.exec(sentence)?.index ?? sentence.length
    const kept = sentence.slice(0, not)
    const from = FOR.exec(kept)?.index ?? kept.length
    rest.push(kept.slice(0, from))
    purpose.push(kept.slice(from))
  }
  return { purpose: purpose.join("\n"), rest: rest.join("\n") }
}

const SKILL = /\bskills?\b|\bSKILL\.md\b/gi
const ITSELF =
  /\b(?:this|the|that|it'?s|an?)\s+(?:[\w-]+\s+){0,3}skills?\s+(?:that|which|to|for|when|should|is|helps?|provides?|covers?|teaches)\b|\b(?:this|the) skills?\b|^\W*skills?\s+(?:for|to|that)\b|\b(?:soft|language|technical|coding|programming|communication|people|social|work) skills\b/gi

/** How often a description mentions other skills, as a skill about skills does. */
export function countSkillMentions(description: string): number {
  return description.replace(ITSELF, " ").match(SKILL)?.length ?? 0
}
