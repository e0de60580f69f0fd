import { stem } from "../../../skill/words/stem.ts"
import { fillWords, paleWords, sameMeaning } from "./vocabulary.ts"

/** What a finding says, as far as words can be compared. */
export interface FindingWords {
  /** What was said in English: terms with their weights. */
  readonly prose: ReadonlyMap<string, number>
  /** Names of the code that were mentioned, in small letters. */
  readonly names: ReadonlySet<string>
  /** Those of them that were written as names, so that no plain word was meant. */
  readonly sureNames: ReadonlySet<string>
  /** Every word of each sentence as its stem and as what it means, the title first. */
  readonly sentences: readonly ReadonlySet<string>[]
  /** Numbers of the weakness list that were named. */
  readonly cwes: readonly number[]
}

/** `evidence` tells which words are names: those that stand in the code. */
export function readWords(said: {
  readonly title: string
  readonly description: string
  readonly evidence: string
}): FindingWords {
  const known = new Set(said.evidence.match(NAME) ?? [])
  const sentences = [said.title, ...said.description.split(/(?<=[.!?;:])\s+/)].map((text) => readSentence(text, known))
  const prose = new Map<string, number>()
  sentences.forEach(({ terms }, at) => {
    for (const term of terms) {
      const weight = (at === 0 ? TITLE : 1) * (paleWords.has(term) ? PALE : 1)
      prose.set(term, Math.max(prose.get(term) ?? 0, weight))
    }
  })
  return {
    prose,
    names: new Set(sentences.flatMap(({ names }) => names)),
    sureNames: new Set(sentences.flatMap(({ sureNames }) => sureNames)),
    sentences: sentences.map(({ heard }) => heard),
    cwes: [...`${said.title} ${said.description}`.matchAll(/\bCWE[-\s]?(\d+)/gi)].map(([, id]) => Number(id)),
  }
}

/** The words of a cue as they are heard in sentences: one by itself is taken by the letter, several by their meaning. */
export function cueWords(cue: string): readonly string[] {
  const roots = (cue.match(WORD) ?? []).flatMap(partsOf).map((part) => stem(part.toLowerCase()))
  const meant = [...new Set(roots.map((root) => meanings.get(root) ?? root))]
  return meant.length === 1 ? roots : meant
}

const TITLE = 1.6
const PALE = 0.35
const NAME = /[A-Za-z_$][\w$]*/g

const WORD = /[A-Za-z_$][\w$]*(?:'\w+)?|===?|\b\d+(?:\.\d+)*\b/g

interface Sentence {
  readonly terms: readonly string[]
  readonly heard: ReadonlySet<string>
  readonly names: readonly string[]
  readonly sureNames: readonly string[]
}

function readSentence(text: string, known: ReadonlySet<string>): Sentence {
  const quoted = new Set([...text.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code?.match(NAME) ?? []))
  const words = text.match(WORD) ?? []
  const parts = words.flatMap(partsOf).map((part) => part.toLowerCase())
  const roots = parts.map((part) => ({ part, root: stem(part) }))
  return {
    terms: roots.filter(({ part }) => !fillWords.has(part)).map(({ root }) => meanings.get(root) ?? root),
    heard: new Set(roots.flatMap(({ root }) => [root, meanings.get(root) ?? root])),
    names: words.filter((word) => isSure(word) || isKnown(word)).map((word) => word.toLowerCase()),
    sureNames: words.filter(isSure).map((word) => word.toLowerCase()),
  }

  function isSure(word: string): boolean {
    return quoted.has(word) || isWrittenAsName(word)
  }

  function isKnown(word: string): boolean {
    return known.has(word) && !isPlainWord(word)
  }
}

function partsOf(word: string): readonly string[] {
  return word.split(/[_$]+|(?<=[a-z\d])(?=[A-Z][a-z])/).filter((part) => part !== "")
}

/** `findOne`, `row_id`, `$scope`: no English word is written so. */
function isWrittenAsName(word: string): boolean {
  return /[a-z\d][A-Z][a-z]|[_$]/.test(word)
}

/** In the code and in the sentence, which proves little for a short word of every day. */
function isPlainWord(word: string): boolean {
  return word.length < 3 || fillWords.has(word.toLowerCase())
}

const meanings: ReadonlyMap<string, string> = new Map(
  sameMeaning.flatMap((line) => {
    const [first = "", ...others] = line.split(" ").map(stem)
    return [first, ...others].map((root) => [root, first] as const)
  }),
)
