/** An interval as it was written: 5 and `m`. */
export interface Interval {
  readonly amount: number
  readonly unit: "s" | "m" | "h" | "d"
}

/** An interval at one end of a text, or something that was meant as one and cannot be used. */
export type IntervalPhrase =
  | { readonly kind: "interval"; readonly interval: Interval; readonly shown: string; readonly rest: string }
  | { readonly kind: "bad"; readonly shown: string }

const UNIT = "s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?"
const ONE = "second|minute|hour|day|week"

const NAMES = "one two three four five six seven eight nine ten eleven twelve".split(" ")

/** Words that are no exact number have none, and are refused. */
const words: Readonly<Record<string, number | undefined>> = Object.fromEntries([
  ...NAMES.map((name, nth) => [name, nth + 1] as const),
  ...Object.entries({ a: 1, an: 1, fifteen: 15, twenty: 20, thirty: 30, sixty: 60, ninety: 90 }),
  ...Object.entries({ other: 2, second: 2, third: 3, few: undefined }),
])
const WORD = Object.keys(words).join("|")

const adverbs: Readonly<Record<string, string>> = { hourly: "1h", daily: "1d", weekly: "1w" }
const ADVERB = Object.keys(adverbs).join("|")

/** A number that is not whole or has a sign is found, so that it can be refused. */
const NUMBER = String.raw`[-+]?\d+(?:[.,]\d+)?`
const PERIOD = String.raw`(?:(?<amount>${NUMBER})\s*(?<unit>${UNIT})|(?<word>${WORD})\s+(?<counted>${UNIT})|(?<half>half)[\s-]+(?:an\s+)?hour|(?<one>${ONE}))`
const EVERY = String.raw`(?:once\s+)?every\s+${PERIOD}`

/** The first of these that fits counts. What follows an amount may also say that it is not an interval: "5 minutes ago". */
const leading: readonly RegExp[] = [
  new RegExp(String.raw`^(?<amount>[-+]?\d+)(?<unit>[smhd])(?=\s|$)`),
  new RegExp(String.raw`^${EVERY}(?=[\s,:]|$)`, "i"),
  new RegExp(
    String.raw`^(?<amount>${NUMBER})\s*(?<unit>${UNIT})(?=[\s,:]|$)(?!\s+(?:of|ago|old|long|later|after|before|until|from|and|to|into)\b)`,
    "i",
  ),
  new RegExp(String.raw`^(?<adverb>${ADVERB})(?=[\s,:]|$)`, "i"),
]

const trailing: readonly RegExp[] = [
  new RegExp(String.raw`(?:^|(?<=[\s,;]))${EVERY}[.!]*$`, "i"),
  new RegExp(String.raw`(?<=\S[\s,;]+)(?<adverb>${ADVERB})[.!]*$`, "i"),
]

export function readLeadingInterval(text: string): IntervalPhrase | undefined {
  const found = findFirst(leading, text)
  return found && toPhrase(found, text.slice(found[0].length).replace(/^[\s,:]+/, ""))
}

export function readTrailingInterval(text: string): IntervalPhrase | undefined {
  const found = findFirst(trailing, text)
  return found && toPhrase(found, text.slice(0, found.index).replace(/[\s,;:]+$/, ""))
}

const similar = new RegExp(
  String.raw`(?<![\w.])(?:every\s+${NUMBER}\s*[a-z]*|${NUMBER}\s*(?:${UNIT})(?!\w)|(?:${ADVERB})(?!\w)|^\d+[a-z]{1,3}(?=\s))`,
  "i",
)

/** The first part of a prompt that reads like an interval but is not at a place where one is looked for. */
export function findSimilarToInterval(prompt: string): string | undefined {
  return similar.exec(prompt)?.[0]
}

function findFirst(patterns: readonly RegExp[], text: string): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)
    if (found !== null) return found
  }
  return undefined
}

function toPhrase({ 0: all, groups = {} }: RegExpExecArray, rest: string): IntervalPhrase {
  const shown = all.trim().replace(/[.!]+$/, "")
  const interval = readPeriod(groups)
  return interval === undefined ? { kind: "bad", shown } : { kind: "interval", interval, shown, rest }
}

type Groups = Readonly<Record<string, string | undefined>>

/** Undefined if it is not a whole number from 1. */
function readPeriod({ amount, unit, word, counted, half, one, adverb }: Groups): Interval | undefined {
  if (half !== undefined) return { amount: 30, unit: "m" }
  if (one !== undefined) return toInterval(1, one)
  const known = adverb === undefined ? undefined : adverbs[adverb.toLowerCase()]
  if (known !== undefined) return toInterval(1, known.slice(1))
  if (word !== undefined && counted !== undefined) return toInterval(words[word.toLowerCase()] ?? Number.NaN, counted)
  return toInterval(/^\d+$/.test(amount ?? "") ? Number(amount) : Number.NaN, unit ?? "")
}

function toInterval(amount: number, unit: string): Interval | undefined {
  if (!(amount >= 1)) return undefined
  const letter = unit.charAt(0).toLowerCase()
  return letter === "w" ? { amount: 7 * amount, unit: "d" } : { amount, unit: letter as Interval["unit"] }
}
