/**
 * Cuts what was typed after a skill's name into arguments, as a shell would: quotes and backslashes hold words
 * together, and nothing else means anything. With a quote that is never closed, all of it is one argument.
 * Where operators end the list, more of a shell's words mean something: see `shellWords`.
 */
export function splitArguments(text: string, operatorsEnd: boolean): readonly string[] {
  return operatorsEnd ? shellWords(text) : (cutWords(text, plain) ?? [text])
}

/**
 * The words of the first command, if the text was one: assignments before it are not among them, an operator, a comment
 * or a substitution in backticks ends them, and inside a word such a substitution holds it together. If there are none,
 * white space alone separates.
 */
function shellWords(text: string): readonly string[] {
  const words = cutWords(text.replace(ASSIGNMENTS, ""), inShell)
  if (words === undefined) return [text]
  return words.length > 0 ? words : text.split(/\s+/).filter((word) => word !== "")
}

const ASSIGNMENTS = /^\s*(?:[A-Za-z_]\w*=[^\s"'`\\;|&<>]*\s+)+(?=\S)/

interface Meaning {
  /** Whether the list ends before what is left of the text; a word may be under way. */
  readonly ends: (rest: string, isInWord: boolean) => boolean
  /** Whether the character begins a group of words, which ends them. */
  readonly skips: (character: string) => boolean
  /** Whether backticks hold a word together. */
  readonly backticks: boolean
}

const plain: Meaning = { ends: () => false, skips: () => false, backticks: false }

const inShell: Meaning = {
  ends: (rest, isInWord) => /^[;|&<>\n]/.test(rest) || (!isInWord && /^(?:#(?:\s|$)|`)/.test(rest)),
  skips: (character) => character === "(",
  backticks: true,
}

/** Undefined when a quote or a backtick is never closed. */
function cutWords(text: string, { ends, skips, backticks }: Meaning): readonly string[] | undefined {
  if (backticks && (text.split("`").length - 1) % 2 === 1) return undefined
  const words: string[] = []
  let word: string | undefined
  let quote: string | undefined
  let isInGroup = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ""
    if (quote !== undefined) {
      if (character === quote) quote = undefined
      else if (character === "\\" && quote === '"' && /["\\$`]/.test(text[at + 1] ?? ""))
        word = (word ?? "") + (text[++at] ?? "")
      else word = (word ?? "") + character
      continue
    }
    if (ends(text.slice(at, at + 2), word !== undefined) || (character === ")" && isInGroup)) break
    if (word === undefined && skips(character)) {
      isInGroup = true
      continue
    }
    if (character === '"' || character === "'") {
      quote = character
      word ??= ""
    } else if (backticks && character === "`") {
      const end = text.indexOf("`", at + 1)
      if (end === -1) return undefined
      word = (word ?? "") + text.slice(at, end + 1)
      at = end
    } else if (character === "\\" && at + 1 < text.length) word = (word ?? "") + (text[++at] ?? "")
    else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? "") + character
  }
  if (quote !== undefined) return undefined
  return word === undefined ? words : [...words, word]
}
