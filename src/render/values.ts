import type { PlainPart } from "../skill/body/template.ts"
import { contextAt, quotedFor } from "../policy/command/quote-context.ts"

/** The values of placeholders in one rendering. */
export interface Values {
  /** As typed. */
  readonly raw: string
  readonly words: readonly string[]
  readonly names: readonly string[]
  /** The number of the first argument. */
  readonly base: 0 | 1
  /** Variables by name, without their prefix. A variable that does not exist stays as written. */
  readonly variables: Readonly<Record<string, string>>
}

export interface Filled {
  readonly text: string
  /** It came from the person or model that invoked the skill, not from the skill's own text. */
  readonly isInserted: boolean
  /** This is one of the arguments. */
  readonly tookArguments: boolean
}

/** The value of one placeholder. A placeholder without a value stays as written. */
export function valueOf(part: PlainPart, values: Values): Filled {
  switch (part.kind) {
    case "text":
      return { text: part.source, isInserted: false, tookArguments: false }
    case "arguments":
      return { text: values.raw, isInserted: true, tookArguments: true }
    case "numbered":
      return argument(values.words[part.number - (part.isIndex ? 0 : values.base)], part.source)
    case "named":
      return argument(values.words[values.names.indexOf(part.name)] ?? "", part.source)
    case "variable": {
      const value = values.variables[part.name]
      return value === undefined
        ? { text: part.source, isInserted: false, tookArguments: false }
        : { text: value, isInserted: true, tookArguments: false }
    }
  }
}

function argument(value: string | undefined, source: string): Filled {
  if (value === undefined) return { text: source, isInserted: false, tookArguments: false }
  return { text: value, isInserted: true, tookArguments: true }
}

export type PlacedCommand =
  | { readonly command: string; readonly tookArguments: boolean }
  /** Why a value cannot be inserted there. */
  | { readonly wrong: string }

/**
 * A command with its placeholders filled in. Each value becomes exactly one word or a part of one, whatever it
 * contains: it is quoted for its position. If that is impossible, nothing is inserted.
 */
export function placeInCommand(parts: readonly PlainPart[], values: Values): PlacedCommand {
  let command = ""
  let tookArguments = false
  for (const part of parts) {
    const { text, isInserted, tookArguments: took } = valueOf(part, values)
    tookArguments ||= took
    if (!isInserted) {
      command += text
      continue
    }
    if (text.includes("\0")) return { wrong: `${part.source} contains a NUL byte` }
    const context = contextAt(command)
    if (context === "nowhere") return { wrong: `${part.source} is in a place where a value cannot be inserted safely` }
    command += quotedFor(context, text)
  }
  return { command: command.trim(), tookArguments }
}

/**
 * Splits the text after a skill's name into arguments, as a shell would: quotes and backslashes keep words together,
 * and no other character is special. If a quote is never closed, the whole text is one argument. Where operators end
 * the list, more shell syntax counts: see `shellWords`.
 */
export function splitArguments(text: string, operatorsEnd: boolean): readonly string[] {
  return operatorsEnd ? shellWords(text) : (cutWords(text, plain) ?? [text])
}

/**
 * The words of the first command, if the text were one: preceding assignments are not included, an operator, a comment
 * or a substitution in backticks ends them, and inside a word such a substitution keeps it together. If there are none,
 * only white space separates words.
 */
function shellWords(text: string): readonly string[] {
  const words = cutWords(text.replace(ASSIGNMENTS, ""), inShell)
  if (words === undefined) return [text]
  return words.length > 0 ? words : text.split(/\s+/).filter((word) => word !== "")
}

const ASSIGNMENTS = /^\s*(?:[A-Za-z_]\w*=[^\s"'`\\;|&<>]*\s+)+(?=\S)/

interface Meaning {
  /** Whether the list ends before the rest of the text; a word may be in progress. */
  readonly ends: (rest: string, isInWord: boolean) => boolean
  /** Whether the character begins a group of words, which ends the list. */
  readonly skips: (character: string) => boolean
  /** Whether backticks keep a word together. */
  readonly backticks: boolean
}

const plain: Meaning = { ends: () => false, skips: () => false, backticks: false }

const inShell: Meaning = {
  ends: (rest, isInWord) => /^[;|&<>\n]/.test(rest) || (!isInWord && /^(?:#(?:\s|$)|`)/.test(rest)),
  skips: (character) => character === "(",
  backticks: true,
}

/** Undefined if a quote or a backtick is never closed. */
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
