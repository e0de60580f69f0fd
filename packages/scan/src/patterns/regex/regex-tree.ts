import {
  type CharSet,
  toCharSet,
  digitChar,
  everyChar,
  invertSet,
  lineChar,
  makeRangeSet,
  spaceChar,
  uniteSets,
  wordChar,
} from "./char-set.ts"

/** A regular expression, as far as its lint and its literals need it. */
export type RegexNode =
  | { readonly kind: "char"; readonly char: string; readonly set: CharSet }
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "sequence"; readonly parts: readonly RegexNode[] }
  | { readonly kind: "choice"; readonly branches: readonly RegexNode[] }
  | {
      readonly kind: "repeat"
      readonly body: RegexNode
      readonly min: number
      readonly max: number
      /** As few rounds as possible are tried first. */
      readonly isLazy: boolean
    }
  | { readonly kind: "look"; readonly body: RegexNode; readonly sign: LookSign }
  /** A place between characters: `^`, `$`, `\b`. */
  | { readonly kind: "edge"; readonly sign: "^" | "$" | "b" | "B" }
  | { readonly kind: "back" }

/** Ahead or behind, for what must or must not be there. */
export type LookSign = "=" | "!" | "<=" | "<!"

/** Reads a source that RegExp has accepted; unreadable parts are not guessed. */
export function readRegex(source: string, ignoreCase: boolean): RegexNode | undefined {
  const reader: Reader = { source, at: 0, ignoreCase }
  const node = readChoice(reader)
  return node !== undefined && reader.at === source.length ? node : undefined
}

interface Reader {
  readonly source: string
  at: number
  readonly ignoreCase: boolean
}

function readChoice(reader: Reader): RegexNode | undefined {
  const branches: RegexNode[] = []
  while (true) {
    const branch = readSequence(reader)
    if (branch === undefined) return undefined
    branches.push(branch)
    if (reader.source[reader.at] !== "|") break
    reader.at++
  }
  return branches.length === 1 ? branches[0] : { kind: "choice", branches }
}

function readSequence(reader: Reader): RegexNode | undefined {
  const parts: RegexNode[] = []
  while (reader.at < reader.source.length && !"|)".includes(reader.source[reader.at] ?? "")) {
    const atom = readAtom(reader)
    if (atom === undefined) return undefined
    parts.push(readRepeat(reader, atom))
  }
  return parts.length === 1 ? parts[0] : { kind: "sequence", parts }
}

function readRepeat(reader: Reader, body: RegexNode): RegexNode {
  const found = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/.exec(reader.source.slice(reader.at, reader.at + 24))
  if (found === null) return body
  reader.at += found[0].length
  const isLazy = found[0].length > 1 && found[0].endsWith("?")
  if (found[1] !== undefined) {
    const max = found[1] === "?" ? 1 : Number.POSITIVE_INFINITY
    return { kind: "repeat", body, min: found[1] === "+" ? 1 : 0, max, isLazy }
  }
  const min = Number(found[2])
  const max = found[3] === undefined ? min : found[4] === "" ? Number.POSITIVE_INFINITY : Number(found[4])
  return { kind: "repeat", body, min, max, isLazy }
}

function readAtom(reader: Reader): RegexNode | undefined {
  const char = reader.source[reader.at] ?? ""
  if (char === "(") return readGroup(reader)
  if (char === "[") return readClass(reader)
  if (char === "\\") return readEscape(reader)
  reader.at++
  if (char === "^" || char === "$") return { kind: "edge", sign: char }
  if (char === ".") return { kind: "set", set: lineChar }
  return plain(reader, char)
}

function readGroup(reader: Reader): RegexNode | undefined {
  const opening = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(reader.source.slice(reader.at, reader.at + 60))?.[0] ?? "("
  reader.at += opening.length
  const body = readChoice(reader)
  if (body === undefined || reader.source[reader.at] !== ")") return undefined
  reader.at++
  const sign = /<?[=!]$/.exec(opening)?.[0]
  return sign === undefined ? body : { kind: "look", body, sign: sign as LookSign }
}

function readEscape(reader: Reader): RegexNode | undefined {
  const found = /^\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|c[a-z]|k<\w+>|([1-9]\d*)|[^])/i.exec(
    reader.source.slice(reader.at),
  )
  if (found === null) return undefined
  reader.at += found[0].length
  const hex = found[1] ?? found[2]
  if (hex !== undefined) return plain(reader, String.fromCharCode(Number.parseInt(hex, 16)))
  if (found[3] !== undefined || found[0].startsWith("\\k<")) return { kind: "back" }
  const letter = found[0][1] ?? ""
  if (letter === "b" || letter === "B") return { kind: "edge", sign: letter }
  const known = classEscapes[letter]
  if (known !== undefined) return { kind: "set", set: known }
  return plain(reader, controls[letter] ?? letter)
}

function readClass(reader: Reader): RegexNode | undefined {
  const body = /^\[(\^?)((?:\\[^]|[^\]\\])*)\]/.exec(reader.source.slice(reader.at))
  if (body === null) return undefined
  reader.at += body[0].length
  const set = classSet(body[2] ?? "", reader.ignoreCase)
  return { kind: "set", set: body[1] === "^" ? invertSet(set) : set }
}

function classSet(body: string, ignoreCase: boolean): CharSet {
  const tokens = body.match(/\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\[^]|[^]/gi) ?? []
  const sets: CharSet[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? ""
    const known = token[0] === "\\" ? classEscapes[token[1] ?? ""] : undefined
    const end = tokens[at + 2]
    if (known !== undefined) sets.push(known)
    else if (tokens[at + 1] === "-" && end !== undefined) {
      sets.push(...foldedRange(tokenChar(token), tokenChar(end), ignoreCase))
      at += 2
    } else sets.push(toCharSet(tokenChar(token), ignoreCase))
  }
  return uniteSets(sets)
}

function foldedRange(from: string, to: string, ignoreCase: boolean): readonly CharSet[] {
  const range = makeRangeSet(from, to)
  if (!ignoreCase) return [range]
  return [range, makeRangeSet(from.toLowerCase(), to.toLowerCase()), makeRangeSet(from.toUpperCase(), to.toUpperCase())]
}

function tokenChar(token: string): string {
  if (/^\\[xu][0-9a-f]+$/i.test(token)) return String.fromCharCode(Number.parseInt(token.slice(2), 16))
  return token[0] === "\\" ? (controls[token[1] ?? ""] ?? token.slice(1)) : token
}

function plain(reader: Reader, char: string): RegexNode {
  return { kind: "char", char, set: toCharSet(char, reader.ignoreCase) }
}

const classEscapes: Readonly<Record<string, CharSet>> = {
  w: wordChar,
  W: invertSet(wordChar),
  d: digitChar,
  D: invertSet(digitChar),
  s: spaceChar,
  S: invertSet(spaceChar),
  p: everyChar,
  P: everyChar,
}

const controls: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v", 0: "\0" }
