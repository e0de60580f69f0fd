import { readCertainStart, type ShellWord, readStaticWord } from "./reading/words/shell-word.ts"
import type { PatternWord, Rule } from "./rule.ts"

/** Words are joined with a character that none of them can contain, so a blank within a word is not a boundary. */
export const BLANK = "\u0000"
/** Stands for text that is only known at run time. */
export const ANY = "\u0001"

/**
 * Whether a rule covers every form that a command's words can take. Words that are only known at run time are covered
 * only by the open end of a rule.
 */
export function ruleCovers(rule: Rule, words: readonly ShellWord[]): boolean {
  switch (rule.kind) {
    case "all":
      return true
    case "exact":
      return words.length === rule.words.length && startsWith(words, rule.words)
    case "prefix":
      return startsWith(words, rule.words)
    case "pattern":
      return (
        spellsFolder(rule.words, words) && (matchesPattern(rule.words, knownText(words)) || spellsGlobs(rule, words))
      )
  }
}

/** Whether a rule spells out every word of a command, its stars included. */
export function spellsEveryWord(rule: Rule, words: readonly ShellWord[]): boolean {
  if (rule.kind !== "pattern") return rule.kind === "exact"
  return words.every((word) => readStaticWord(word) !== undefined) && spellsGlobs(rule, words)
}

/** Whether a rule writes a command as it is, with the same pattern for file names, as in `rm -f *.log`. */
function spellsGlobs(
  { words: pattern }: { readonly words: readonly PatternWord[] },
  words: readonly ShellWord[],
): boolean {
  return (
    pattern.length === words.length &&
    pattern.every((each, at) => {
      const word = words[at]
      if (word === undefined) return false
      const isGlob = word.pieces.every((piece) => piece.kind === "text" || piece.from.kind === "files")
      return each.map((piece) => piece ?? "*").join("") === (readStaticWord(word) ?? (isGlob ? word.raw : undefined))
    })
  )
}

/** Whether a rule covers words beyond those it spells out. */
export function isOpenEnded(rule: Rule): boolean {
  if (rule.kind === "pattern") return rule.words.at(-1)?.at(-1) === null
  return rule.kind !== "exact"
}

function startsWith(words: readonly ShellWord[], wanted: readonly string[]): boolean {
  return wanted.every((text, at) => {
    const word = words[at]
    return word !== undefined && readStaticWord(word) === text
  })
}

/** A program in a directory is covered only by a pattern that spells out the directory. */
function spellsFolder(pattern: readonly PatternWord[], [first]: readonly ShellWord[]): boolean {
  const name = first === undefined ? undefined : readStaticWord(first)
  return name !== undefined && name.lastIndexOf("/") < (pattern[0]?.[0] ?? "").length
}

/** The joined words, and how many of their characters are certain. */
interface KnownText {
  readonly text: string
  readonly known: number
}

function knownText(words: readonly ShellWord[]): KnownText {
  let text = ""
  for (const [at, word] of words.entries()) {
    const fixed = readStaticWord(word)
    text += (at === 0 ? "" : BLANK) + (fixed ?? readCertainStart(word))
    if (fixed === undefined) return { text: text + ANY, known: text.length }
  }
  return { text, known: text.length }
}

/** Whether a pattern matches a text; text that is not certain can only match its open end. */
export function matchesPattern(pattern: readonly PatternWord[], { text, known }: KnownText): boolean {
  const segments = splitAtStars(endsWithStar(pattern) ? pattern.slice(0, -1) : pattern)
  const ending = endsWithStar(pattern) ? "word" : segments.at(-1) === "" ? "any" : "end"
  const certain = text.slice(0, known)
  const [first = "", ...rest] = segments
  if (!certain.startsWith(first)) return false
  let at = first.length
  for (const segment of rest.slice(0, -1)) {
    const found = certain.indexOf(segment, at)
    if (found === -1) return false
    at = found + segment.length
  }
  const last = rest.at(-1)
  if (last === undefined) return ending === "any" || isEnd(text, at, ending)
  if (ending === "end") return certain.length === text.length && text.length - last.length >= at && text.endsWith(last)
  let found = certain.indexOf(last, at)
  while (found !== -1 && ending === "word" && !isEnd(text, found + last.length, ending)) {
    found = certain.indexOf(last, found + 1)
  }
  return found !== -1
}

/** Whether the last word of a pattern is only a star, which also stands for no word at all. */
export function endsWithStar(pattern: readonly PatternWord[]): boolean {
  const last = pattern.at(-1)
  return pattern.length > 1 && last?.length === 1 && last[0] === null
}

/** The text between the stars. */
function splitAtStars(pattern: readonly PatternWord[]): readonly string[] {
  const segments = [""]
  for (const [at, word] of pattern.entries()) {
    if (at > 0) segments[segments.length - 1] += BLANK
    for (const piece of word) {
      if (piece === null) segments.push("")
      else segments[segments.length - 1] += piece
    }
  }
  return segments
}

function isEnd(text: string, at: number, ending: "end" | "word"): boolean {
  return at === text.length || (ending === "word" && text[at] === BLANK)
}
