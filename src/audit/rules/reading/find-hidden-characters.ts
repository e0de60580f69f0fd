/** tag: spells invisible letters. selector: selects a glyph form, or encodes a byte. bidi: reverses the order. */
export type HiddenKind = "tag" | "selector" | "bidi" | "width" | "private"

export interface HiddenCharacter {
  readonly kind: HiddenKind
  readonly at: number
  readonly code: number
}

/**
 * Every invisible character of a text that is not needed at its position. Needed are joiners in emoji and in scripts
 * that join, variation selectors for symbols and ideographs, the flags of England, Scotland and Wales, direction marks
 * next to right-to-left text, and the byte order mark at a file's beginning.
 */
export function findHiddenCharacters(text: string): readonly HiddenCharacter[] {
  if (!MAYBE.test(text)) return []
  const bare = text.replace(FLAG, (flag) => " ".repeat(flag.length))
  const isLeftward = RIGHT_TO_LEFT.test(bare)
  const found: HiddenCharacter[] = []
  for (const { 0: character, index: at } of bare.matchAll(HIDDEN)) {
    const code = character.codePointAt(0) ?? 0
    const before = lastCharacter(bare, at)
    const after = bare.slice(at + character.length, at + character.length + 2)
    if ((code === 0xfeff && at === 0) || isNeeded(code, before, after)) continue
    if (isLeftward && DIRECTION_MARK.test(character)) continue
    found.push({ kind: classifyCharacter(code), at, code })
  }
  return found
}

/** The text that tags spell. */
export function spellTags(characters: readonly HiddenCharacter[]): string {
  return characters
    .filter(({ code }) => code >= 0xe0020 && code <= 0xe007e)
    .map(({ code }) => String.fromCharCode(code - 0xe0000))
    .join("")
}

const NARROW = [
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f",
  "\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164",
  "\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb\\ue000-\\uf8ff",
].join("")
/** A quick check: certain surrogate halves indicate the planes with tags and private-use characters. */
const MAYBE = new RegExp(`[${NARROW}\\udb40-\\udbff]`)
const HIDDEN = new RegExp(`[${NARROW}\\u{e0000}-\\u{e0fff}\\u{f0000}-\\u{10ffff}]`, "gu")
const FLAG =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
const DIRECTION_MARK = /[\u061c\u200e\u200f]/
const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u
const SYMBOL = /[0-9#*]|(?![\u0000-\u007f])[\p{Emoji}\p{S}]/u
const IDEOGRAPH = /\p{Ideographic}/u
const FORMS =
  /(?![\u0001-\u002f\u0031-\u007f])[0\p{Sm}\p{So}\p{Ideographic}\p{Script=Myanmar}\p{Script=Phags_Pa}\u3000-\u303f\uff00-\uffef]/u
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Malayalam}\p{Script=Kannada}\p{Script=Telugu}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}]/u

function isNeeded(code: number, before: string, after: string): boolean {
  if (code === 0xfe0f || code === 0xfe0e) return SYMBOL.test(before) || FORMS.test(before)
  if (code >= 0xfe00 && code <= 0xfe02) return FORMS.test(before)
  // There are few registered forms of ideographs; the rest of the block is only used to encode bytes.
  if (code >= 0xe0100 && code <= 0xe011f) return IDEOGRAPH.test(before)
  if (code === 0x200d) return (PICTURE.test(before) && PICTURE.test(after)) || JOINING.test(before)
  if (code === 0x200c) return JOINING.test(before)
  return (code >= 0x180b && code <= 0x180f) || code === 0x17b4 || code === 0x17b5
    ? /[\p{Script=Mongolian}\p{Script=Khmer}]/u.test(before)
    : false
}

function classifyCharacter(code: number): HiddenKind {
  if ((code >= 0xe0100 && code <= 0xe01ef) || (code >= 0xfe00 && code <= 0xfe0f)) return "selector"
  if (code >= 0xe0000 && code <= 0xe0fff) return "tag"
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return "bidi"
  return (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000 ? "private" : "width"
}

function lastCharacter(text: string, at: number): string {
  return Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? ""
}
