import { toTerm } from "./words/term.ts"

/** Marks terms that are example requests; no word of a text can equal one. */
const EXAMPLE_MARK = "\u0005"

/** A shorter one is like any other words, and a longer one is a sentence that nobody repeats. */
const WORDS = { least: 2, most: 8 }

/** What follows these marks is quoted, up to the second. An apostrophe is no quotation mark. */
const QUOTED = /"([^"\n]{4,80})"|“([^”\n]{4,80})”|‘([^’\n]{4,80})’|(?<![\p{L}\p{N}])'([^'\n]{4,80})'(?![\p{L}\p{N}])/gu

/** Words that change nothing about what is asked for. */
const PADDING: ReadonlySet<string> = new Set(
  "a an the this that these those my our your its their please just really".split(" "),
)

/** The terms of the requests that a text quotes as examples, as in: use when the user says "are you sure". */
export function listExamples(text: string): readonly string[] {
  const examples = Array.from(text.matchAll(QUOTED), (quoted) => readSteps(quoted.slice(1).find(Boolean) ?? ""))
  return [...new Set(examples.filter(isExample).map(toExampleTerm))]
}

/** A place in a request where an example may begin. */
export interface ExampleStart {
  /** How the terms of all examples begin that fit here. */
  readonly prefix: string
  /** By term of an example that fits here: where its words are. */
  readonly spans: ReadonlyMap<string, ExampleSpan>
}

interface ExampleSpan {
  readonly from: number
  readonly to: number
  readonly words: number
}

/** No more places than this are looked at. */
const MOST_STARTS = 100

export function listExampleStarts(request: string): readonly ExampleStart[] {
  const steps = readSteps(request)
  return steps.slice(0, MOST_STARTS).flatMap((first, at) => {
    const second = steps[at + 1]
    if (second === undefined) return []
    const spans = new Map<string, ExampleSpan>()
    for (let count = WORDS.least; count <= WORDS.most && at + count <= steps.length; count++) {
      const taken = steps.slice(at, at + count)
      const to = taken.at(-1)?.to ?? first.to
      if (isExample(taken)) spans.set(toExampleTerm(taken), { from: first.from, to, words: count })
    }
    return spans.size === 0 ? [] : [{ prefix: toExampleTerm([first, second]), spans }]
  })
}

interface Step {
  readonly from: number
  readonly to: number
  readonly word: string
  readonly isStop: boolean
}

/** Numbers are all the same: "every 5 minutes" is an example for "every 10 minutes". */
function readSteps(text: string): readonly Step[] {
  const lower = text.toLowerCase()
  // The class of all letters takes long to compile and is rarely needed.
  const words = /^[\0-\x7f]*$/.test(lower) ? /[a-z0-9]+(?:'[a-z]+)?/g : /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?/gu
  return Array.from(lower.matchAll(words), ({ index, 0: written }) => {
    const term = toTerm(written)
    const word = /^\d+$/.test(written) ? "#" : term === "" ? written.replaceAll("’", "'") : term
    return { word, isStop: term === "", from: index, to: index + written.length }
  }).filter(({ word }) => !PADDING.has(word))
}

/** Two words that every request has are none; three of them in a row are. */
function isExample(steps: readonly Step[]): boolean {
  if (steps.length < WORDS.least || steps.length > WORDS.most) return false
  return steps.length > WORDS.least || steps.some(({ isStop }) => !isStop)
}

function toExampleTerm(steps: readonly Step[]): string {
  return EXAMPLE_MARK + steps.map(({ word }) => word).join(" ")
}
