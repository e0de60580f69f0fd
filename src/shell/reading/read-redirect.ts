import type { HereDoc, Redirect, Redirection } from "unbash"
import { DISAGREE, type Reader } from "./script-reader.ts"
import { type ShellWord, readStaticWord } from "./words/shell-word.ts"

/** What a redirection means: a file to read, a reason to refuse, or nothing relevant. */
export interface RedirectRead {
  readonly input?: ShellWord
  /** A file that is written. */
  readonly output?: ShellWord | undefined
  /** Text that is read: a here-document or a here-string. */
  readonly document?: ShellWord | undefined
  readonly doubt?: string
}

export function readRedirect(reader: Reader, node: Redirection): RedirectRead {
  const [from, to] = reader.spans.at(-1) ?? [-1, -1]
  reader.spans.push([node.pos, node.end])
  // `{name}>` and `{name[…]}>`, even if the parser takes the name for a word.
  if (node.descriptor?.type === "FileDescriptorVariable" || (to === node.pos && reader.source[from] === "{")) {
    reader.refuseFirmly("{name}> opens a file under a new descriptor: use a plain redirection")
  }
  switch (node.type) {
    case "HereDoc":
      return { document: readHereDoc(reader, node) }
    case "HereString":
      if (node.target === undefined) reader.refuseFirmly(DISAGREE)
      return { document: node.target === undefined ? undefined : readTarget(reader, node) }
    case "Redirect":
      return readFile(reader, node)
    default:
      reader.refuseFirmly(DISAGREE)
      return {}
  }
}

/** Bash connects to a host when a redirection names one of these files. */
export const CONNECTS = "it opens a network connection, which no rule can cover"

function isConnection(name: string | undefined): boolean {
  return name !== undefined && /\/dev\/(?:tcp|udp)\b/i.test(name)
}

const WRITES = "it writes to a file, which no rule can cover: print the text instead"

function readFile(reader: Reader, node: Redirect): RedirectRead {
  const target = readTarget(reader, node)
  const name = target === undefined ? undefined : readStaticWord(target)
  if (name === "/dev/null" && node.operator !== "<>") return {}
  if (isConnection(name)) return { doubt: CONNECTS, output: node.operator === "<" ? undefined : target }
  switch (node.operator) {
    case ">&":
    case "<&":
      return name !== undefined && /^(?:\d{1,3}-?|-)$/.test(name) ? {} : { doubt: WRITES, output: target }
    case "<":
      return target === undefined ? { doubt: WRITES } : { input: target }
    case ">":
    case ">>":
    case ">|":
    case "&>":
    case "&>>":
    case "<>":
    default:
      return { doubt: WRITES, output: target }
  }
}

function readTarget(reader: Reader, node: Exclude<Redirection, HereDoc>): ShellWord | undefined {
  const { target } = node
  if (target === undefined) {
    reader.refuseFirmly(DISAGREE)
    return undefined
  }
  const before = reader.source.slice(node.pos, target.pos)
  const operator = /^(?:\d+|\{\w+\})?([<>&|]+)(?:[ \t]|\\\n)*$/.exec(before)
  if (operator?.[1] !== node.operator || target.end !== node.end) reader.refuseFirmly(DISAGREE)
  return reader.word({ pos: target.pos, end: target.end, parts: target.parts })
}

/**
 * A here-document whose end we find ourselves: one per line, a plain delimiter, and the body ends at the first line
 * that equals the delimiter.
 */
function readHereDoc(reader: Reader, node: HereDoc): ShellWord | undefined {
  const { source } = reader
  const { delimiter, body, closing } = node
  if (delimiter === undefined || closing === undefined) return refuseHereDoc(reader, node)
  const plain = /^(?:([A-Za-z_]\w*)|'([A-Za-z_]\w*)'|"([A-Za-z_]\w*)"|\\([A-Za-z_]\w*))$/.exec(delimiter.text)
  const word = plain?.[1] ?? plain?.[2] ?? plain?.[3] ?? plain?.[4]
  const head = /^\d*<<-?[ \t]*$/.test(source.slice(node.pos, delimiter.pos)) && node.end === delimiter.end
  const line = source.slice(node.end, body.pos)
  if (
    word === undefined ||
    !head ||
    line.indexOf("\n") !== line.length - 1 ||
    /<<(?!<)/.test(line.replace(/<<</g, ""))
  ) {
    return refuseHereDoc(reader, node)
  }
  const end = endOfBody(source, body.pos, { word, tabs: node.operator === "<<-" })
  const quoted = plain?.[1] === undefined
  const nested = reader.depth > 0
  if (nested && !(quoted && endsAlike(source.slice(body.pos, body.end)))) return refuseHereDoc(reader, node)
  if (end !== body.end || quoted !== delimiter.quoted) {
    reader.refuseFirmly(DISAGREE)
    return undefined
  }
  reader.spans.push([body.pos, closing.end])
  if (quoted) return undefined
  if (/\\\n/.test(source.slice(body.pos, body.end))) return refuseHereDoc(reader, node)
  const raw = source.slice(body.pos, body.end)
  return { raw, pieces: reader.loose({ pos: body.pos, end: body.end, parts: body.parts }) }
}

/**
 * Whether every version of bash finds the end of a substitution after this body: old versions search for a bracket
 * without regard to the here-document, and count quotes on the way.
 */
function endsAlike(body: string): boolean {
  if (!body.includes(")")) return true
  if (/['"`\\$#]/.test(body)) return false
  let open = 0
  for (const character of body) {
    if (character === "(") open++
    else if (character === ")" && --open < 0) return false
  }
  return open === 0
}

function refuseHereDoc(reader: Reader, node: HereDoc): undefined {
  reader.refuse("this here-document cannot be checked: use one plain delimiter, as in <<'EOF', on a line of its own")
  if (node.closing !== undefined) reader.spans.push([node.body.pos, node.closing.end])
  reader.sweep(node.body)
  return undefined
}

function endOfBody(source: string, from: number, wanted: { readonly word: string; readonly tabs: boolean }): number {
  let at = from
  while (at <= source.length) {
    const newline = source.indexOf("\n", at)
    const line = source.slice(at, newline === -1 ? source.length : newline)
    if ((wanted.tabs ? line.replace(/^\t+/, "") : line) === wanted.word) return at
    if (newline === -1) return -1
    at = newline + 1
  }
  return -1
}
