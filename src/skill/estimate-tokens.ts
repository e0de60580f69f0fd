/**
 * About how many tokens a model makes of a text, without a vocabulary. The text is cut into pieces as OpenAI's o200k
 * encoding cuts it before it looks them up, and a piece costs what pieces of its kind and length cost on average.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  let before = LEAD // what a text opens with is most often a name, and names are cut like the words behind a hyphen
  let at = 0
  while (at < text.length) {
    const from = at
    let kind = kindAt(text, from)
    at = runEnd(text, from, kind)
    const length = at - from
    if (kind === SPACE) tokens += spaceCost(length, kindAt(text, at))
    else if (kind === LINE) tokens += before === MARK || before === WIDE ? 0 : 1
    else if (kind === DIGIT) tokens += Math.ceil(length / 3)
    else if (kind === LOWER) tokens += cost(wordAfter(before), length)
    else if (kind === UPPER) {
      at = runEnd(text, at, LOWER)
      tokens += cost(length > 1 ? COST.capitals : before === SPACE ? COST.name : wordAfter(before), at - from)
    } else if (kind === MARK && length === 1 && before !== SPACE && isLatin(kindAt(text, at))) {
      kind = "._(".includes(text.charAt(from)) ? JOINT : LEAD
    } else if (kind === MARK) tokens += length < 3 ? 1 : cost(COST.marks, strokes(text, from, at))
    else if (kind === SYMBOL) tokens += cost(COST.symbols, strokes(text, from, at)) + COST.repeat * (length - 1)
    else tokens += cost(SCRIPT_COST[kind] ?? COST.letters, length)
    before = kind
  }
  return text === "" ? 0 : Math.max(1, Math.round(tokens))
}

const [END, SPACE, LINE, DIGIT, LOWER, UPPER, MARK, SYMBOL, LETTER] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
const [ACCENT, FAR_ACCENT, CYRILLIC, HAN, SYLLABLE, WIDE, EMOJI] = [9, 10, 11, 12, 13, 14, 15]
/** A single mark right before a word goes into the word's first token: easily when it is a joint, as in `a.b`. */
const [LEAD, JOINT] = [16, 17]

/** Tokens of a piece: `first`, and `more` for every character past `free`. */
interface Cost {
  readonly first: number
  readonly more: number
  readonly free: number
}

/** Fitted to o200k on half of a thousand skills, some source code and prose in twenty languages. */
const COST = {
  word: { first: 1.01, more: 0.02, free: 7 }, // after a space: of
  name: { first: 0.95, more: 0.065, free: 3 }, // after a space: Skillet
  part: { first: 1.15, more: 0.09, free: 5 }, // at a line's start, after digits, joints or in camelCase
  tail: { first: 1.25, more: 0.14, free: 4 }, // after any other mark: -based
  rest: { first: 0.2, more: 0.25, free: 1 }, // of a word, after an accented letter
  capitals: { first: 1.05, more: 0.22, free: 2 }, // HTTP, APIs
  marks: { first: 1.2, more: 0.65, free: 3 }, // counted in strokes: |---| has three
  symbols: { first: 1.25, more: 0.75, free: 1 },
  repeat: 0.2,
  letters: { first: 0.9, more: 0.33, free: 2 }, // Greek, Arabic, Hebrew, Hindi, Thai …
}

const SCRIPT_COST: Readonly<Record<number, Cost>> = {
  [ACCENT]: { first: 0.4, more: 0.2, free: 1 },
  [FAR_ACCENT]: { first: 0.9, more: 0.9, free: 1 },
  [CYRILLIC]: { first: 1.05, more: 0.2, free: 3 },
  [HAN]: { first: 0.9, more: 0.72, free: 1 },
  [SYLLABLE]: { first: 1, more: 0.55, free: 1 },
  [WIDE]: { first: 1, more: 0.6, free: 1 },
  [EMOJI]: { first: 1, more: 0.93, free: 1 },
}

/** Each span is its first and its last character; later rows win. */
const SPANS: readonly (readonly [kind: number, spans: readonly string[]])[] = [
  [LETTER, ["\0\uffff"]],
  [MARK, ["\0\x7f"]],
  [SPACE, ["\t\t", "  "]],
  [LINE, ["\n\n", "\r\r"]],
  [DIGIT, ["09"]],
  [UPPER, ["AZ"]],
  [LOWER, ["az", "\u1e00\u1eff"]],
  [SYMBOL, ["\x80\xbf", "\u2000\u2bff"]],
  [ACCENT, ["\xc0\xff"]],
  [FAR_ACCENT, ["\u0100\u024f"]],
  [CYRILLIC, ["\u0400\u052f"]],
  [HAN, ["\u3400\u9fff", "\uf900\ufaff"]],
  [SYLLABLE, ["\u3040\u33ff", "\uac00\ud7ff"]],
  [WIDE, ["\u2e80\u303f", "\uff00\uffff"]],
  [EMOJI, ["\ud800\udfff", "\ufe00\ufe0f"]],
]

const KINDS = kindTable()

function kindTable(): Uint8Array {
  const table = new Uint8Array(0x10000)
  for (const [kind, spans] of SPANS)
    for (const span of spans) table.fill(kind, span.charCodeAt(0), span.charCodeAt(1) + 1)
  return table
}

function kindAt(text: string, at: number): number {
  return at < text.length ? (KINDS[text.charCodeAt(at)] ?? END) : END
}

function runEnd(text: string, from: number, kind: number): number {
  let at = from
  while (at < text.length && KINDS[text.charCodeAt(at)] === kind) at++
  return at
}

function cost(piece: Cost, length: number): number {
  return piece.first + piece.more * Math.max(0, length - piece.free)
}

/** The last space of a run goes into the word or mark behind it, all go into a line break, none into a number. */
function spaceCost(length: number, next: number): number {
  if (next === LINE) return 0
  const others = length > 1 ? 1 : 0
  return next === DIGIT ? others + 1 : next === END ? 1 : others
}

function wordAfter(before: number): Cost {
  if (before === SPACE) return COST.word
  if (before === LEAD) return COST.tail
  return before === ACCENT || before === FAR_ACCENT ? COST.rest : COST.part
}

function isLatin(kind: number): boolean {
  return kind === LOWER || kind === UPPER
}

/** How many runs of one and the same character there are. */
function strokes(text: string, from: number, to: number): number {
  let count = 1
  for (let at = from + 1; at < to; at++) if (text.charCodeAt(at) !== text.charCodeAt(at - 1)) count++
  return count
}
