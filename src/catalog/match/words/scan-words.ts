/** Receives a word as written, and its position. */
export type TakeWord = (written: string, from: number, to: number) => void

/**
 * Passes on every word of a text in order. `camelCase` and `front-end` give their parts and the whole word; scripts
 * without spaces between words give pairs of characters.
 */
export function scanWords(text: string, take: TakeWord): void {
  let before: Run | undefined
  for (let at = 0; at < text.length; at++) {
    if (classifyCharacter(text.charCodeAt(at)) === NONE) continue
    const run = readRun(text, at)
    at = run.to
    if (run.isPlain) takeRun(text, run, take)
    else takeForeign(text, run, take)
    if (before !== undefined && isPair(text, before, run))
      take(text.slice(before.from, before.to) + text.slice(run.from, run.to), before.from, run.to)
    before = run
  }
}

interface Run {
  readonly from: number
  readonly to: number
  /** Only ASCII letters and digits. */
  readonly isPlain: boolean
  /** A lower-case letter comes before an upper-case one. */
  readonly hasHumps: boolean
}

function readRun(text: string, from: number): Run {
  let to = from
  let isPlain = true
  let hasHumps = false
  let last = NONE
  for (; to < text.length; to++) {
    const code = text.charCodeAt(to)
    const kind = classifyCharacter(code)
    if (kind === NONE) {
      if ((code !== 0x27 && code !== 0x2019) || !isLetter(text.charCodeAt(to + 1))) break
    } else if (kind === FOREIGN) isPlain = false
    else if (kind === CAPITAL && last === SMALL) hasHumps = true
    last = kind
  }
  return { from, to, isPlain, hasHumps }
}

/** Only a word with two parts may be one word elsewhere: front-end, but not end-to-end. */
function isPair(text: string, first: Run, second: Run): boolean {
  return (
    first.to + 1 === second.from &&
    text.charCodeAt(first.to) === DASH &&
    text.charCodeAt(second.to) !== DASH &&
    text.charCodeAt(first.from - 1) !== DASH &&
    first.isPlain &&
    second.isPlain
  )
}

function takeRun(text: string, run: Run, take: TakeWord): void {
  const { from, to } = run
  if (to - from === 1) {
    const mark = /^(?:\+\+|#)(?![\w+#])/.exec(text.slice(to, to + 3))?.[0] ?? ""
    return take(text.slice(from, to + mark.length), from, to + mark.length)
  }
  const written = text.slice(from, to)
  take(written, from, to)
  if (!run.hasHumps) return
  const humps = [...written.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9']+/g)]
  // GitHub and PostgreSQL are names, not two words; useEffect and MyServiceFactory consist of words.
  if (humps.length < 3 && isCapital(written)) return
  for (const { 0: hump, index } of humps) if (hump.length > 1) take(hump, from + index, from + index + hump.length)
}

/** Letters outside ASCII: accents are removed, and scripts without spaces between words are split into pairs. */
function takeForeign(text: string, { from, to }: Run, take: TakeWord): void {
  for (const { 0: piece, index } of text.slice(from, to).matchAll(PIECES)) {
    const start = from + index
    if (!UNPARTED.test(piece)) {
      const word = withoutAccents(piece)
      if (word !== "") take(word, start, start + piece.length)
    } else if (piece.length === 1) take(piece, start, start + 1)
    else for (let at = 0; at + 1 < piece.length; at++) take(piece.slice(at, at + 2), start + at, start + at + 2)
  }
}

function withoutAccents(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\s]/g, "")
    .normalize("NFC")
}

const SCRIPTS = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}ー々`
const UNPARTED = new RegExp(`^[${SCRIPTS}]`, "u")
const PIECES = new RegExp(String.raw`[${SCRIPTS}]+|(?:(?![${SCRIPTS}])[\p{L}\p{M}\p{N}'’])+`, "gu")

const NONE = 0
const SMALL = 1
const CAPITAL = 2
const DIGIT = 3
const FOREIGN = 4
const DASH = 0x2d

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/.test(character)) return SMALL
  if (/[A-Z]/.test(character)) return CAPITAL
  return /\d/.test(character) ? DIGIT : NONE
})

function classifyCharacter(code: number): number {
  if (code < 0x80) return ASCII[code] ?? NONE
  return isForeignLetter(code) ? FOREIGN : NONE
}

/**
 * Leaves out common characters that are not letters; rarer ones are filtered later. Lone surrogates are not letters.
 */
function isForeignLetter(code: number): boolean {
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba
  if (code >= 0x2000 && code < 0x2c00) return false
  if (code >= 0x3000 && code < 0x3041) return code === 0x3005
  return code < 0xd800 || (code >= 0xf900 && code < 0xfe00) || code > 0xff0f
}

function isLetter(code: number): boolean {
  const kind = classifyCharacter(code)
  return kind === SMALL || kind === CAPITAL || kind === FOREIGN
}

function isCapital(word: string): boolean {
  return classifyCharacter(word.charCodeAt(0)) === CAPITAL
}
