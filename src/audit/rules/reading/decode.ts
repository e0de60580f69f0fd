import { collectWords } from "./collect-words.ts"
import { type Passage, locateInFile } from "./passage.ts"

/** Limits: text beyond them is not decoded, so that no text can make reading slow. */
const MOST_STRINGS = 48
const MOST_CHARACTERS = 64 * 1024
const MOST_DEPTH = 3

/** The content of encoded strings in a passage, and of strings in those, as separate passages. */
export function decodePassages(passage: Passage): readonly Passage[] {
  const found: Passage[] = []
  const budget = { strings: MOST_STRINGS, characters: MOST_CHARACTERS }
  let layer: readonly Passage[] = [passage]
  for (let depth = 0; depth < MOST_DEPTH && layer.length > 0; depth++) {
    layer = layer.flatMap((outer) => decodeOnce(outer, budget))
    found.push(...layer)
  }
  return found
}

interface StringEncoding {
  readonly name: string
  /** What must be present for the pattern to be tried. */
  readonly mark?: RegExp
  /** It consists of letters, digits and `+/_-`, so it is looked for only in long runs of these. */
  readonly isRun?: true
  readonly pattern: RegExp
  decode(found: string): string | undefined
}

const encodings: readonly StringEncoding[] = [
  { name: "base64", isRun: true, pattern: /^[A-Za-z0-9+/_-]{20,}={0,2}/g, decode: fromBase64 },
  {
    name: "hex",
    isRun: true,
    pattern: /\b(?:0x)?(?:[0-9a-fA-F]{2}){12,}\b/g,
    decode: (text) => fromHex(text.replace(/^0x/, "")),
  },
  {
    name: "escapes",
    mark: /\\[xu0-3][0-9a-fA-F]{2}/,
    pattern: /(?:\\x[0-9a-fA-F]{2}|\\u00[0-9a-fA-F]{2}|\\[0-3][0-7]{2}){6,}/g,
    decode: fromEscapes,
  },
  {
    name: "percent",
    mark: /%[0-9a-fA-F]{2}%/,
    pattern: /(?:%[0-9a-fA-F]{2}){8,}/g,
    decode: (text) => fromHex(text.replaceAll("%", "")),
  },
  {
    name: "character codes",
    mark: /\d, ?\d{2,3}, ?\d/,
    pattern: /\b\d{2,3}(?:\s*,\s*\d{2,3}){9,}/g,
    decode: (text) => printable(String.fromCharCode(...text.split(",").slice(0, 4096).map(Number))),
  },
  { name: "entities", mark: /&#/, pattern: /(?:&#x?[0-9a-fA-F]{2,4};){6,}/g, decode: fromEntities },
]

function decodeOnce(outer: Passage, budget: { strings: number; characters: number }): readonly Passage[] {
  const found: Passage[] = []
  const whole = [{ at: 0, text: outer.text }]
  const runs = findRuns(outer.text)
  for (const { name, mark, isRun, pattern, decode } of encodings) {
    if (mark?.test(outer.text) === false) continue
    for (const { at, text: encoded } of (isRun === true ? runs : whole).flatMap((part) =>
      findEncodedParts(part, pattern),
    )) {
      if (budget.strings <= 0 || budget.characters <= 0) return found
      const text = decode(encoded.slice(0, MOST_CHARACTERS))
      if (text === undefined) continue
      budget.strings--
      budget.characters -= text.length
      const spot = locateInFile(outer, at)
      found.push({
        ...spot,
        file: outer.file,
        kind: "decoded",
        text,
        decoded: [...(outer.decoded ?? []), name],
        around: outer.around,
        words: collectWords(text),
      })
    }
  }
  return found
}

interface TextPart {
  readonly at: number
  readonly text: string
}

function findEncodedParts(part: TextPart, pattern: RegExp): readonly TextPart[] {
  return [...part.text.matchAll(pattern)].map((match) => ({ at: part.at + match.index, text: match[0] }))
}

const LEAST_RUN = 20

/** Runs of the characters of base64, which most texts have few of; with the padding after them. */
function findRuns(text: string): readonly TextPart[] {
  const found: TextPart[] = []
  let from = 0
  for (let at = 0; at <= text.length; at++) {
    if (isRunCode(text.charCodeAt(at))) continue
    if (at - from >= LEAST_RUN) found.push({ at: from, text: text.slice(from, at + 2) })
    from = at + 1
  }
  return found
}

function isRunCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 47 && code <= 57) ||
    code === 43 ||
    code === 45 ||
    code === 95
  )
}

/** Whether a string is base64 or hex for something readable. */
export function isEncodedText(encoded: string): boolean {
  const isHex = /^(?:0x)?(?:[0-9a-fA-F]{2})+$/.test(encoded)
  return (isHex ? fromHex(encoded.replace(/^0x/, "")) : fromBase64(encoded)) !== undefined
}

/**
 * Words, paths and names are not mistaken for base64, which mixes upper-case and lower-case letters with digits or
 * padding.
 */
function fromBase64(text: string): string | undefined {
  if (!/[A-Z]/.test(text) || !/[a-z]/.test(text) || !/[0-9=]/.test(text)) return undefined
  const plain = text.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "")
  if (plain.length % 4 === 1) return undefined
  return printable(utf8(Uint8Array.from(atob(plain), (character) => character.charCodeAt(0))))
}

function fromHex(text: string): string | undefined {
  const bytes = Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return printable(utf8(bytes))
}

function fromEscapes(text: string): string | undefined {
  const codes = [...text.matchAll(/\\(?:x|u00)([0-9a-fA-F]{2})|\\([0-3][0-7]{2})/g)]
  return printable(
    utf8(Uint8Array.from(codes, ([, hex, octal]) => Number.parseInt(hex ?? octal ?? "0", hex === undefined ? 8 : 16))),
  )
}

function fromEntities(text: string): string | undefined {
  const codes = [...text.matchAll(/&#(x?)([0-9a-fA-F]+);/g)]
  return printable(
    codes.map(([, hex, code]) => String.fromCharCode(Number.parseInt(code ?? "0", hex === "" ? 10 : 16))).join(""),
  )
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8").decode(bytes)
}

/** The text if it reads as text, not as noise. */
function printable(text: string): string | undefined {
  if (text.length < 6 || text.includes("\ufffd")) return undefined
  return /^[\t\n\r\u0020-\u007e\u00a0-\u{10ffff}]*$/u.test(text) && /[\s/.(=;|]|^[A-Za-z0-9+]{20,}$/.test(text)
    ? text
    : undefined
}

/** What a file's bytes are if they are not valid UTF-8. */
export type Encoding = "UTF-16" | "broken UTF-8" | "text with NUL bytes"

interface DecodedBytes {
  readonly text: string
  readonly encoding?: Encoding
}

/**
 * The text of a file as a program or person that reads it might see it, whatever its bytes are: a bad byte or padding
 * must not hide a program. NUL bytes are left out, as in shells.
 */
export function decodeFileBytes(bytes: Uint8Array): DecodedBytes {
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return { text: withoutNul(new TextDecoder(wide).decode(bytes)), encoding: "UTF-16" }
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
  if (text.includes("\0")) return { text: withoutNul(text), encoding: "text with NUL bytes" }
  return text.includes("\ufffd") && !isSound(bytes) ? { text, encoding: "broken UTF-8" } : { text }
}

/** Whether these bytes are a text with at most a few bad bytes, and not an image or archive. */
export function isLikelyText(bytes: Uint8Array): boolean {
  if (wideEncoding(bytes) !== undefined) return true
  const head = bytes.subarray(0, 8192)
  if (head.includes(0)) return false
  const text = new TextDecoder("utf-8").decode(head)
  const bad = text.match(/[\ufffd\u0001-\u0008\u000e-\u001a]/g)?.length ?? 0
  return bad <= 2 || bad < text.length / 20
}

/** By its mark, or by every other byte of its beginning being NUL. */
function wideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  const pairs = Math.min(512, bytes.length >> 1)
  let [even, odd] = [0, 0]
  for (let at = 0; at < pairs; at++) {
    if (bytes[2 * at] === 0) even++
    if (bytes[2 * at + 1] === 0) odd++
  }
  if (pairs < 4) return undefined
  if (odd > pairs * 0.4 && even < pairs * 0.05) return "utf-16le"
  return even > pairs * 0.4 && odd < pairs * 0.05 ? "utf-16be" : undefined
}

function withoutNul(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "") : text
}

function isSound(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    return true
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return false
  }
}
