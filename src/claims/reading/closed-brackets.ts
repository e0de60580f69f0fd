/** A stretch of text between a bracket and the one that closes it. */
export interface Bracketed {
  readonly start: number
  /** Behind the closing bracket. */
  readonly end: number
  readonly children: readonly Bracketed[]
}

export interface Brackets {
  /** In their order, none within another. */
  readonly closed: readonly Bracketed[]
  /** Where braces stand that nothing closes, in their order; of very many, the first. */
  readonly torn: readonly number[]
  /** How far the text was looked at. */
  readonly end: number
}

/**
 * Finds what brackets enclose, wherever it stands, in one pass. A bracket that does not fit forgets what is open, and
 * a line break ends a string, so that what is broken never swallows what follows it.
 */
export function closedBrackets(text: string): Brackets {
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
/** In both alphabets of brackets the closing one comes two after the opening one. */
const BRACKET = 0x5b
const BRACE = 0x7b
const MOST_DEPTH = 1000
/** Shorter ones can hold nothing that anybody claims. */
const SHORTEST = 12
const MOST_FOUND = 100_000
const MOST_TORN = 1000

function takeBehind(closed: Bracketed[], start: number): readonly Bracketed[] {
  let first = closed.length
  while (first > 0 && (closed[first - 1]?.start ?? 0) > start) first--
  return closed.splice(first)
}
