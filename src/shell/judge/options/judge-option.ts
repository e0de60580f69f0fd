import type { ProgramEntry } from "./programs/program-entry.ts"

/** The result of judging an option. */
export type JudgedOption =
  | { readonly kind: "flag" }
  /** Its value is the next word. */
  | { readonly kind: "valued"; readonly option: string }
  /** It includes its value. */
  | { readonly kind: "glued"; readonly option: string; readonly value: string }
  /** It is not known to be harmless. */
  | { readonly kind: "fault"; readonly option: string; readonly why: OptionWhy }

export type OptionWhy = "unknown" | "writes" | "elsewhere"

export interface GivenOption {
  readonly text: string
  /** Whether the text is the whole word, or something unknown follows. */
  readonly whole: boolean
}

/** Judges one word that begins with a hyphen by what is known about its program. */
export function judgeOption(entry: ProgramEntry, given: GivenOption): JudgedOption {
  if (entry.more.any === true || (given.whole && entry.more.options?.test(given.text) === true)) return { kind: "flag" }
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
  const option = equals === -1 ? text : text.slice(0, equals)
  const name = option.slice(hyphens)
  if (!whole && equals === -1) return { kind: "fault", option, why: "unknown" }
  if (entry.writes.has(option)) return { kind: "fault", option, why: "writes" }
  if (entry.elsewhere.has(option)) return { kind: "fault", option, why: "elsewhere" }
  if (!entry.long.has(name) && !isOneLetter(entry, option)) return { kind: "fault", option, why: "unknown" }
  if (equals !== -1) return { kind: "glued", option, value: text.slice(equals + 1) }
  return entry.longValued.has(name) ? { kind: "valued", option } : { kind: "flag" }
}

function isOneLetter({ style, flags }: ProgramEntry, option: string): boolean {
  return style === "npm" && /^-\w$/.test(option) && flags.includes(option[1] ?? "")
}

/** `-abc`: letter by letter, up to one that takes the rest as its value. */
function judgeCluster(entry: ProgramEntry, { text, whole }: GivenOption): JudgedOption {
  const { flags, valued, attached, writes, elsewhere, more } = entry
  for (let at = 1; at < text.length; at++) {
    const letter = text[at] ?? ""
    const option = `-${letter}`
    const rest = text.slice(at + 1)
    if (writes.has(option)) return { kind: "fault", option, why: "writes" }
    if (elsewhere.has(option)) return { kind: "fault", option, why: "elsewhere" }
    if (valued.includes(letter)) {
      return rest === "" && whole ? { kind: "valued", option } : { kind: "glued", option, value: rest }
    }
    if (attached.includes(letter)) return { kind: "glued", option, value: rest }
    const isDigit = more.numbers === true && /^\d$/.test(letter)
    if (!isDigit && !flags.includes(letter)) return { kind: "fault", option, why: "unknown" }
  }
  return whole ? { kind: "flag" } : { kind: "fault", option: text, why: "unknown" }
}
