import { isMap } from "../../../text/is-map.ts"
import { abbreviate } from "../clean-text.ts"
import { type AnswerFields, normaliseFields } from "./answer-fields.ts"
import { readYamlValue, quoteYamlValues, readYamlBlocks } from "./read-yaml-blocks.ts"

/** The content of an answer, each entry with its beginning as written. */
export interface AnswerEntries {
  readonly entries: readonly AnswerEntry[]
  /** Begins like an entry but cannot be read. */
  readonly unreadable: readonly string[]
  /** Is in a list of entries and is not an entry. */
  readonly others: readonly string[]
  /** How many more there are, neither read nor reported. */
  readonly more: number
  /** The answer says, in words or as an empty list, that there is nothing. */
  readonly saysNothing: boolean
}

export interface AnswerEntry {
  readonly fields: AnswerFields
  readonly text: string
}

/**
 * Entries of a model's answer: JSON or YAML, fenced or not, in one block or in several, whatever is around them. An
 * entry is a record with at least two of the known fields. Nothing inside an entry is another entry.
 */
export function readAnswerEntries(text: string, known: ReadonlySet<string>): AnswerEntries {
  const answer = text.slice(0, MOST_CHARACTERS)
  const reading = openReading(answer, known)
  const brackets = closeBrackets(answer)
  const yaml = readYamlBlocks(answer)
  const pieces = [
    ...yaml.blocks.map(({ start, end }) => ({ start, end, read: () => reading.readBlock(start, end) })),
    ...brackets.closed.map((piece) => ({ ...piece, read: () => reading.readBracketed(piece, DEEPEST) })),
  ].sort((a, b) => a.start - b.start)
  const taken: { readonly start: number; readonly end: number }[] = []
  let isCut = Math.min(yaml.end, brackets.end) < text.length
  for (const { start, end, read } of pieces) {
    isCut ||= reading.isFull()
    if (reading.isFull()) break
    if (start >= (taken.at(-1)?.end ?? 0) && read()) taken.push({ start, end })
  }
  for (const said of tornPieces(answer, brackets.torn, taken)) reading.readTorn(said)
  if (isCut) reading.found.unreadable.push(`(an answer of ${text.length} characters was only partly read)`)
  const { entries, unreadable, others, more } = reading.found
  const saysNothing = entries.length + unreadable.length + others.length === 0 && NOTHING.test(answer.slice(0, 100_000))
  return { entries, unreadable, others, more, saysNothing }
}

const MOST_CHARACTERS = 10 * 1024 * 1024
const MOST_READ = 10_000
const MOST_TOLD = 100
const DEEPEST = 4
const NOTHING =
  /(?:^|[\n:])[ \t]{0,20}\[\s{0,20}\]|\bno (?:new |further |more )?(?:issues?|findings?|problems?|insights?)\b|^\s*none\W*$/i

/** Text that begins with an unclosed brace, up to the next thing that was read. */
function tornPieces(
  answer: string,
  torn: readonly number[],
  taken: readonly { readonly start: number; readonly end: number }[],
): readonly string[] {
  let next = 0
  return torn.flatMap((at, index) => {
    while ((taken[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next++
    const piece = taken[next]
    if (piece !== undefined && piece.start <= at) return []
    return [answer.slice(at, Math.min(at + 2000, torn[index + 1] ?? answer.length, piece?.start ?? answer.length))]
  })
}

/** Reads pieces one by one and collects the results; each `read` says whether the piece counts. */
function openReading(answer: string, known: ReadonlySet<string>) {
  const found = { entries: [] as AnswerEntry[], unreadable: [] as string[], others: [] as string[], more: 0 }
  const tell = (list: string[], said: string): void => {
    if (list.length < MOST_TOLD) list.push(abbreviate(said))
    else found.more++
  }
  const isEntry = (fields: AnswerFields): boolean => [...fields.keys()].filter((key) => known.has(key)).length >= 2
  const looksLikeEntry = (said: string): boolean => {
    const keys = [...said.matchAll(/(?:^|[\s,{"'])([A-Za-z][\w-]{0,40})["']?\s{0,9}:/g)].map(([, key]) => [key, 0])
    return isEntry(normaliseFields(Object.fromEntries(keys)))
  }
  const isFull = (): boolean => found.entries.length + found.more >= MOST_READ

  function take(value: unknown, said: string, depth: number): boolean {
    if (Array.isArray(value)) return takeList(value, depth)
    if (!isMap(value)) return false
    const fields = normaliseFields(value)
    if (!isEntry(fields)) return depth > 0 && [...fields.values()].filter((one) => take(one, "", depth - 1)).length > 0
    if (isFull()) found.more++
    else found.entries.push({ fields, text: abbreviate(said === "" ? shortJson(value) : said) })
    return true
  }

  /** Among records, anything else was meant to be one; a list of anything else is not a claim. */
  function takeList(list: readonly unknown[], depth: number): boolean {
    if (depth === 0 || !list.some(isMap)) return false
    const others = list.filter((item) => !take(item, "", depth - 1))
    if (others.length === list.length) return false
    for (const other of others.slice(0, MOST_TOLD)) tell(found.others, shortJson(other))
    found.more += Math.max(0, others.length - MOST_TOLD)
    return true
  }

  function readBlock(start: number, end: number): boolean {
    const block = answer.slice(start, end)
    if (!looksLikeEntry(block.slice(0, 4000))) return false
    if (isFull()) found.more++
    else {
      const value = readYamlValue(block) ?? readYamlValue(quoteYamlValues(block))
      if (!take(Array.isArray(value) ? value[0] : value, block, 1)) tell(found.unreadable, block)
    }
    return true
  }

  function readBracketed(piece: Bracketed, depth: number): boolean {
    const said = answer.slice(piece.start, piece.end)
    const value = readJson(said)
    if (value !== undefined) return take(value, "", depth)
    const isClaim = said[0] === "{" && looksLikeEntry(said.slice(0, 4000))
    if (isClaim && !isFull() && take(readYamlValue(said), said, 1)) return true
    const inner = depth > 0 && piece.children.filter((child) => readBracketed(child, depth - 1)).length > 0
    if (!inner && isClaim) tell(found.unreadable, said)
    return inner || isClaim
  }

  function readTorn(said: string): void {
    const first = /^\{\s{0,99}["']?([A-Za-z][\w-]{0,40})["']?\s{0,9}:\s{0,9}["'\d]/.exec(said)?.[1]
    if (looksLikeEntry(said) || (first !== undefined && known.has(first))) tell(found.unreadable, said)
  }

  return { found, isFull, readBlock, readBracketed, readTorn }
}

/** JSON, or JSON except for invalid escapes, as in quoted regular expressions. */
function readJson(text: string): unknown {
  const value = parsed(text)
  if (value !== undefined || !text.includes("\\")) return value
  return parsed(text.replace(ESCAPE, (mark) => (mark === "\\" ? "\\\\" : mark)))
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\\/g

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON; the caller tries the other formats.
    return undefined
  }
}

function shortJson(value: unknown): string {
  if (!isMap(value)) return typeof value === "object" ? "[…]" : String(value).slice(0, 500)
  const shown = Object.entries(value)
    .slice(0, 6)
    .map(([key, one]) => [
      key.slice(0, 40),
      typeof one === "string" ? one.slice(0, 200) : typeof one === "object" ? "…" : one,
    ])
  return JSON.stringify(Object.fromEntries(shown))
}

/** Text between a bracket and the one that closes it. */
export interface Bracketed {
  readonly start: number
  /** After the closing bracket. */
  readonly end: number
  readonly children: readonly Bracketed[]
}

export interface Brackets {
  /** In order, and never nested. */
  readonly closed: readonly Bracketed[]
  /** Where unclosed braces are, in order; if there are very many, only the first. */
  readonly torn: readonly number[]
  /** How much of the text was read. */
  readonly end: number
}

/**
 * Finds what brackets enclose, anywhere, in one pass. A bracket that does not match discards what is open, and a line
 * break ends a string, so that broken text never swallows what follows.
 */
export function closeBrackets(text: string): Brackets {
  const closed: Bracketed[] = []
  const open: number[] = []
  const torn: number[] = []
  const forget = (): void => {
    for (const at of open) if (torn.length < MOST_TORN && text.charCodeAt(at) === BRACE) torn.push(at)
    open.length = 0
  }
  let found = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH && text.charCodeAt(at + 1) !== LINE_BREAK) at++
      else if (code === QUOTE || code === LINE_BREAK) inString = false
    } else if (code === QUOTE) inString = open.length > 0
    else if (code === BRACE || code === BRACKET) {
      if (open.length === MOST_DEPTH) forget()
      open.push(at)
    } else if (code === BRACE + 2 || code === BRACKET + 2) {
      const start = open.at(-1)
      if (start === undefined) continue
      if (text.charCodeAt(start) !== code - 2) {
        forget()
        continue
      }
      open.pop()
      if (at - start >= SHORTEST) {
        closed.push({ start, end: at + 1, children: takeBehind(closed, start) })
        if (++found === MOST_FOUND) return { closed, torn, end: at + 1 }
      }
    }
  }
  forget()
  return { closed, torn: torn.sort((a, b) => a - b), end: text.length }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LINE_BREAK = 0x0a
/** In both kinds of brackets the closing character comes two after the opening one. */
const BRACKET = 0x5b
const BRACE = 0x7b
const MOST_DEPTH = 1000
/** Shorter ones cannot contain a claim. */
const SHORTEST = 12
const MOST_FOUND = 100_000
const MOST_TORN = 1000

function takeBehind(closed: Bracketed[], start: number): readonly Bracketed[] {
  let first = closed.length
  while (first > 0 && (closed[first - 1]?.start ?? 0) > start) first--
  return closed.splice(first)
}
