import { countBraces } from "./count-braces.ts"
import type { WordPart } from "unbash"
import { DISAGREE, type Range, type Reader } from "../script-reader.ts"
import { type Expansion, readExpansion } from "./read-expansion.ts"
import type { WordPiece, ShellWord, PieceSource } from "./shell-word.ts"

/**
 * Reads one word character by character, by bash's quoting rules. The parser only says where an expansion ends and what
 * is in it; if the two disagree about where one begins, the command is refused.
 */
export function readWord(reader: Reader, range: Range): ShellWord {
  const raw = reader.source.slice(range.pos, range.end)
  if (range.parts === undefined && ORDINARY.test(raw)) return { raw, pieces: [{ kind: "text", text: raw }] }
  const scan = startScan(reader, range)
  while (scan.at < range.end) readUnquoted(scan)
  return { raw, pieces: finish(scan) }
}

/** Most words: every character stands for itself. */
const ORDINARY = /^[\w./:=+,@%-]+$/

/** Reads text in which quotes are ordinary characters but `$`, backtick and backslash are not. */
export function readLoose(reader: Reader, range: Range): readonly WordPiece[] {
  const scan = startScan(reader, range)
  while (scan.at < range.end) readInside(scan)
  return finish(scan)
}

interface Scan {
  readonly reader: Reader
  readonly range: Range
  readonly expansions: ReadonlyMap<number, Expansion>
  readonly pieces: WordPiece[]
  at: number
  text: string
  seen: number
}

function startScan(reader: Reader, range: Range): Scan {
  const expansions = new Map<number, Expansion>()
  collect(range.parts ?? [], expansions)
  return { reader, range, expansions, pieces: [], at: range.pos, text: "", seen: 0 }
}

/** Every expansion in a word, including those within quotes, by its start. */
function collect(parts: readonly WordPart[], into: Map<number, Expansion>): void {
  for (const part of parts) {
    switch (part.type) {
      case "Literal":
      case "SingleQuoted":
      case "AnsiCQuoted":
        break
      case "Glob":
      case "ExtendedGlob":
      case "BraceExpansion":
      case "DoubleQuoted":
      case "LocaleString":
        collect(part.parts ?? [], into)
        break
      default:
        into.set(part.pos, part)
    }
  }
}

function finish(scan: Scan): readonly WordPiece[] {
  pushText(scan)
  if (scan.at !== scan.range.end || scan.seen !== scan.expansions.size) scan.reader.refuseFirmly(DISAGREE)
  return scan.pieces
}

function readUnquoted(scan: Scan): void {
  const { reader, range } = scan
  const { source } = reader
  const character = source[scan.at] ?? ""
  const next = scan.at + 1 < range.end ? (source[scan.at + 1] ?? "") : ""
  switch (character) {
    case "\\":
      if (next === "") return stop(scan)
      if (next !== "\n") scan.text += next
      scan.at += 2
      return
    case "'":
      return readSingleQuoted(scan)
    case '"':
      return readDoubleQuoted(scan)
    case "$":
      if (next === "'") return readAnsi(scan)
      if (next === '"') {
        reader.refuse('$"…" is translated before it is used: write "…"')
        scan.at++
        return
      }
      return readDollar(scan, false)
    case "`":
      return readValue(scan, false)
    case "<":
    case ">":
      return next === "(" ? readValue(scan, false) : stop(scan)
    case " ":
    case "\t":
    case "\n":
    case ";":
    case "&":
    case "|":
    case "(":
    case ")":
      return stop(scan)
    case "#":
      if (scan.at === range.pos) return stop(scan)
  }
  readPlain(scan, character)
}

function readPlain(scan: Scan, character: string): void {
  const from = readExpansionKind(scan, character)
  if (from === undefined) scan.text += character
  else pushValue(scan, from, false)
  scan.at++
}

/** What an unquoted character means, if it does not stand for itself. */
function readExpansionKind(scan: Scan, character: string): PieceSource | undefined {
  const { source } = scan.reader
  switch (character) {
    case "*":
    case "?":
      return { kind: "files" }
    case "[":
      return source.slice(scan.at + 1, scan.range.end).includes("]") ? { kind: "files" } : undefined
    case "~": {
      const before = scan.at === scan.range.pos ? "" : source[scan.at - 1]
      return before === "" || before === "=" || before === ":" ? { kind: "path", commands: [] } : undefined
    }
    case "{":
      return readBraces(scan)
    default:
      return undefined
  }
}

/** More words than this would only exhaust the machine. */
const MOST_WORDS = 10_000

function readBraces({ reader, at, range }: Scan): PieceSource | undefined {
  const { source } = reader
  if (!/,|\.\./.test(source.slice(at, source.lastIndexOf("}", range.end - 1)))) return undefined
  if (countBraces(source.slice(range.pos, range.end), MOST_WORDS) > MOST_WORDS)
    reader.refuse("braces would become too many words: write fewer")
  return { kind: "braces" }
}

function readSingleQuoted(scan: Scan): void {
  const end = scan.reader.source.indexOf("'", scan.at + 1)
  if (end === -1 || end >= scan.range.end) return stop(scan)
  scan.text += scan.reader.source.slice(scan.at + 1, end)
  scan.at = end + 1
  touch(scan)
}

function readDoubleQuoted(scan: Scan): void {
  scan.at++
  touch(scan)
  while (scan.at < scan.range.end && scan.reader.source[scan.at] !== '"') readInside(scan)
  if (scan.at >= scan.range.end) return stop(scan)
  scan.at++
}

/** One character within double quotes. */
function readInside(scan: Scan): void {
  const { source } = scan.reader
  const character = source[scan.at] ?? ""
  const next = scan.at + 1 < scan.range.end ? (source[scan.at + 1] ?? "") : ""
  if (character === "\\" && /[$`"\\\n]/.test(next)) {
    if (next !== "\n") scan.text += next
    scan.at += 2
    return
  }
  if (character === "$") return readDollar(scan, true)
  if (character === "`") return readValue(scan, true)
  scan.text += character
  scan.at++
}

function readAnsi(scan: Scan): void {
  const read = readAnsiQuoted(scan.reader.source, scan.at, scan.range.end)
  if (read === undefined) return stop(scan)
  if (read.text === undefined) pushValue(scan, { kind: "shaped" }, true)
  else scan.text += read.text
  scan.at = read.end
  touch(scan)
}

/** A dollar: an expansion if the parser sees one too, a plain dollar if nothing that follows could begin one. */
function readDollar(scan: Scan, quoted: boolean): void {
  if (scan.expansions.has(scan.at)) return readValue(scan, quoted)
  const next = scan.at + 1 < scan.range.end ? (scan.reader.source[scan.at + 1] ?? "") : ""
  if (/[\w@*#?$!({[`\-\\]/.test(next)) return stop(scan)
  scan.text += "$"
  scan.at++
}

function readValue(scan: Scan, quoted: boolean): void {
  const expansion = scan.expansions.get(scan.at)
  if (expansion === undefined || expansion.end > scan.range.end || expansion.end <= scan.at) return stop(scan)
  pushValue(scan, readExpansion(scan.reader, expansion), quoted)
  scan.seen++
  scan.at = expansion.end
}

/** Refuses a word that bash might split differently. */
function stop(scan: Scan): void {
  scan.reader.refuseFirmly(DISAGREE)
  for (const [pos, expansion] of scan.expansions) if (pos >= scan.at) scan.reader.sweep(expansion)
  scan.at = scan.range.end
  scan.seen = scan.expansions.size
}

/** Quotes make a word even if they are empty. */
function touch(scan: Scan): void {
  if (scan.pieces.length === 0 && scan.text === "") scan.pieces.push({ kind: "text", text: "" })
}

function pushValue(scan: Scan, from: PieceSource, quoted: boolean): void {
  pushText(scan)
  scan.pieces.push({ kind: "value", quoted, from })
}

function pushText(scan: Scan): void {
  if (scan.text !== "") scan.pieces.push({ kind: "text", text: scan.text })
  scan.text = ""
}

interface AnsiText {
  /** Undefined if it contains anything but printable ASCII, tabs, line feeds and characters written as themselves. */
  readonly text: string | undefined
  readonly end: number
}

/**
 * The text of `$'…'` that begins at `at`, or undefined if it does not end. The locale decides what other bytes become.
 */
function readAnsiQuoted(source: string, at: number, limit: number): AnsiText | undefined {
  let text: string | undefined = ""
  let pos = at + 2
  while (pos < limit && source[pos] !== "'") {
    const escape = source[pos] === "\\" ? ESCAPE.exec(source.slice(pos, Math.min(limit, pos + 10))) : undefined
    if (escape === undefined) {
      if (text !== undefined) text += source[pos]
      pos++
      continue
    }
    const character = escape === null ? undefined : decoded(escape)
    if (character === undefined) text = undefined
    else if (text !== undefined) text += character
    pos += escape?.[0].length ?? 2
  }
  return pos < limit ? { text, end: pos + 1 } : undefined
}

const ESCAPE = /^\\(?:([\\'"?nt])|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8}))/

function decoded(escape: RegExpExecArray): string | undefined {
  const [, simple, hex, octal, short, long] = escape
  if (simple !== undefined) return simple === "n" ? "\n" : simple === "t" ? "\t" : simple
  const code = octal === undefined ? Number.parseInt(hex ?? short ?? long ?? "", 16) : Number.parseInt(octal, 8)
  const printable = (code >= 0x20 && code <= 0x7e) || code === 9 || code === 10
  return printable ? String.fromCharCode(code) : undefined
}
