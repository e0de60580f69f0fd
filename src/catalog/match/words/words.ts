import { stem } from "./stem.ts"
import { stopWords } from "./stop-words.ts"

/** A word of a text as it is looked up, and where it stands. */
export interface Word {
  readonly term: string
  readonly from: number
  readonly to: number
}

export type TakeWord = (term: string, from: number, to: number) => void

/** The words of a text, in order. */
export function wordsOf(text: string): readonly Word[] {
  const words: Word[] = []
  eachWord(text, (term, from, to) => words.push({ term, from, to }))
  return words
}

/**
 * Gives every word of a text: lower-case, stemmed, without stop words. `camelCase` and `kebab-case` give their parts
 * and themselves in one piece; scripts that do not part their words give pairs of characters.
 */
export function eachWord(text: string, take: TakeWord): void {
  let part: Run | undefined
  for (let at = 0; at < text.length; at++) {
    if (!isWordCode(text.charCodeAt(at))) continue
    const run = runAt(text, at)
    at = run.to
    if (run.isPlain) takeWord(text, run, take)
    else takeForeign(text, run, take)
    // Only what consists of two parts may be written as one word elsewhere: front-end, but not end-to-end.
    const isSecond = part !== undefined && part.to + 1 === run.from && text[part.to] === "-"
    if (isSecond && part !== undefined && text[run.to] !== "-" && text[part.from - 1] !== "-" && run.isPlain)
      takeJoined(text, { from: part.from, to: run.to }, take)
    part = run.isPlain ? run : undefined
  }
}

export interface Span {
  readonly from: number
  readonly to: number
}

interface Run extends Span {
  /** Only letters and digits of ASCII. */
  readonly isPlain: boolean
}

function runAt(text: string, from: number): Run {
  let to = from
  let isPlain = true
  for (; to < text.length; to++) {
    const code = text.charCodeAt(to)
    if (isApostrophe(code) && to > from && isLetterCode(text.charCodeAt(to + 1))) continue
    if (!isWordCode(code)) break
    if (code > 0x7f) isPlain = false
  }
  return { from, to, isPlain }
}

function takeWord(text: string, { from, to }: Span, take: TakeWord): void {
  const written = text.slice(from, to)
  const dialect = to - from === 1 ? /^(\+\+|#)(?![\w+#])/.exec(text.slice(to, to + 3))?.[0] : undefined
  if (dialect !== undefined) return take(written.toLowerCase() + dialect, from, to + dialect.length)
  const term = termOf(written)
  if (term !== "") take(term, from, to)
  if (!/[a-z][A-Z]/.test(written)) return
  const humps = [...written.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9']+/g)]
  // GitHub and PostgreSQL are names, not two words; useEffect and MyServiceFactory are made of words.
  if (humps.length < 3 && /^[A-Z]/.test(written)) return
  for (const { 0: hump, index } of humps) {
    const term = hump.length < 2 ? "" : termOf(hump)
    if (term !== "") take(term, from + index, from + index + hump.length)
  }
}

function takeJoined(text: string, { from, to }: Span, take: TakeWord): void {
  const term = termOf(text.slice(from, to).replace("-", ""))
  if (term !== "") take(term, from, to)
}

/** Letters outside ASCII: accents are taken off, scripts without blanks between words are cut into pairs. */
function takeForeign(text: string, { from, to }: Span, take: TakeWord): void {
  for (const { 0: piece, index } of text.slice(from, to).matchAll(PIECES)) {
    const start = from + index
    if (!UNPARTED.test(piece)) {
      const term = termOf(
        piece
          .normalize("NFKD")
          .replace(/[\u0300-\u036f]/g, "")
          .normalize("NFC"),
      )
      if (term !== "") take(term, start, start + piece.length)
    } else if (piece.length === 1) take(piece, start, start + 1)
    else for (let at = 0; at + 1 < piece.length; at++) take(piece.slice(at, at + 2), start + at, start + at + 2)
  }
}

const UNPARTED_CLASS = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}ー々"
const UNPARTED = new RegExp(`^[${UNPARTED_CLASS}]`, "u")
const PIECES = new RegExp(`[${UNPARTED_CLASS}]+|[^${UNPARTED_CLASS}\\P{L}]+|\\p{N}+`, "gu")

/** What a written word is looked up as; nothing for a stop word. Kept, since texts repeat their words. */
function termOf(written: string): string {
  const known = terms.get(written)
  if (known !== undefined) return known
  const lower = written.toLowerCase().replaceAll("\u2019", "'")
  const term = stopWords.has(lower) || lower.length > LONGEST ? "" : ownCopy(stem(lower))
  if (terms.size >= MOST_TERMS) terms.clear()
  terms.set(ownCopy(written), term)
  return term
}

const LONGEST = 40
const MOST_TERMS = 20_000
const terms = new Map<string, string>()

/** A slice keeps the whole text it was cut from in memory. */
function ownCopy(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1)
}

function isWordCode(code: number): boolean {
  if (code < 0x80) return isLetterCode(code) || (code >= 0x30 && code <= 0x39)
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba
  return !((code >= 0x2000 && code <= 0x2bff) || (code >= 0x3000 && code <= 0x3004) || isMark(code))
}

function isMark(code: number): boolean {
  return (code >= 0x3007 && code <= 0x3030) || (code >= 0xd800 && code <= 0xf8ff) || (code >= 0xfe00 && code <= 0xff0f)
}

function isLetterCode(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
}

function isApostrophe(code: number): boolean {
  return code === 0x27 || code === 0x2019
}
