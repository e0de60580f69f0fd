import type { ProgramEntry, SpelledOption } from "./programs/program-entry.ts"

/** The result of judging an option. */
export type JudgedOption =
  | { readonly kind: "flag"; readonly option: string }
  /** Its value is the next word. */
  | { readonly kind: "valued"; readonly option: string; readonly takes: string }
  /** It includes its value. */
  | { readonly kind: "glued"; readonly option: string; readonly takes: string; readonly value: string }
  /** It is not known to be harmless. Its value, if it takes one: in the same word, or the next if that is undefined. */
  | {
      readonly kind: "fault"
      readonly option: string
      readonly why: OptionWhy
      readonly takes?: string | undefined
      readonly value?: string | undefined
    }

export type OptionWhy = "unknown" | SpelledOption["why"]

export interface GivenOption {
  readonly text: string
  /** Whether the text is the whole word, or something unknown follows. */
  readonly whole: boolean
}

/** Judges one word that begins with a hyphen by what is known about its program. */
export function judgeOption(entry: ProgramEntry, given: GivenOption): JudgedOption {
  if (given.whole && entry.more.options?.test(given.text) === true) return { kind: "flag", option: given.text }
  switch (entry.style) {
    case "words":
      return judgeName(entry, given, 1)
    case "npm":
      return judgeName(entry, given, given.text.startsWith("--") ? 2 : 1)
    case "getopt":
      return given.text.startsWith("--") ? judgeName(entry, given, 2) : judgeCluster(entry, given)
  }
}

function judgeName(entry: ProgramEntry, { text, whole }: GivenOption, hyphens: number): JudgedOption {
  const equals = text.indexOf("=")
  const written = equals === -1 ? text : text.slice(0, equals)
  const option = isListed(entry, written, hyphens) ? written : toOneHyphen(entry, written)
  const name = option.slice(hyphens)
  const value = equals === -1 ? undefined : text.slice(equals + 1)
  if (!whole && equals === -1) return { kind: "fault", option, why: "unknown" }
  const spelled = entry.spelled.get(option)
  if (spelled !== undefined) return { kind: "fault", option, why: spelled.why, takes: spelled.value, value }
  if (!isListed(entry, option, hyphens)) return { kind: "fault", option: written, why: "unknown" }
  const takes = entry.kinds.get(option) ?? "text"
  if (value !== undefined) return { kind: "glued", option, takes, value }
  return entry.longValued.has(name) || entry.kinds.has(option)
    ? { kind: "valued", option, takes }
    : { kind: "flag", option }
}

function isListed(entry: ProgramEntry, option: string, hyphens: number): boolean {
  return (
    entry.long.has(option.slice(hyphens)) ||
    entry.kinds.has(option) ||
    entry.spelled.has(option) ||
    isOneLetter(entry, option)
  )
}

/** Programs whose options are words take them with two hyphens as well, as in `xmllint --format`. */
function toOneHyphen({ style }: ProgramEntry, option: string): string {
  return style === "words" && option.startsWith("--") ? option.slice(1) : option
}

function isOneLetter({ style, flags }: ProgramEntry, option: string): boolean {
  return style === "npm" && /^-\w$/.test(option) && flags.includes(option[1] ?? "")
}

/** `-abc`: letter by letter, up to one that takes the rest as its value. */
function judgeCluster(entry: ProgramEntry, { text, whole }: GivenOption): JudgedOption {
  const { flags, valued, attached, kinds, spelled, more } = entry
  for (let at = 1; at < text.length; at++) {
    const letter = text[at] ?? ""
    const option = `-${letter}`
    const rest = text.slice(at + 1)
    const needs = spelled.get(option)
    if (needs !== undefined) {
      return {
        kind: "fault",
        option,
        why: needs.why,
        takes: needs.value,
        value: rest === "" && whole ? undefined : rest,
      }
    }
    const takes = kinds.get(option) ?? "text"
    if (valued.includes(letter) || kinds.has(option)) {
      return rest === "" && whole ? { kind: "valued", option, takes } : { kind: "glued", option, takes, value: rest }
    }
    if (attached.includes(letter)) return { kind: "glued", option, takes, value: rest }
    const isDigit = more.numbers === true && /^\d$/.test(letter)
    if (!isDigit && !flags.includes(letter)) return { kind: "fault", option, why: "unknown" }
  }
  return whole ? { kind: "flag", option: text } : { kind: "fault", option: text, why: "unknown" }
}
