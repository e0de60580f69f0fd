import { fieldBySpelling } from "./schema/fields.ts"

/** One field of the frontmatter as written, before YAML is parsed. */
export interface RawEntry {
  readonly key: string
  /** The key's line, counted from the block's first, from 0. */
  readonly at: number
  /** The column of the value's first character, from 1. */
  readonly column: number
  /** The value's text on the key's own line. */
  readonly text: string
  /** The lines after the key's line, with their indentation. */
  readonly more: readonly string[]
  /** The colon had no space after it. */
  readonly tight: boolean
}

/** Splits frontmatter into its top-level fields. Lines that belong to no field are returned as `stray`, by number. */
export function cutEntries(block: string): { readonly entries: RawEntry[]; readonly stray: readonly number[] } {
  const lines = block.split("\n")
  const indent = commonIndent(lines)
  const entries: (RawEntry & { more: string[] })[] = []
  const stray: number[] = []
  let quote: string | undefined
  for (const [at, whole] of lines.entries()) {
    const line = whole.startsWith(indent) ? whole.slice(indent.length) : whole
    const current = entries.at(-1)
    const head = quote === undefined ? readKey(line) : undefined
    if (head !== undefined) {
      entries.push({
        key: head.key,
        at,
        column: indent.length + head.column,
        text: head.text,
        more: [],
        tight: head.tight,
      })
      const open = openQuote(head.text)
      quote = open !== undefined && closesLater(lines.slice(at + 1), open, indent) ? open : undefined
      continue
    }
    if (current === undefined) {
      if (line.trim() !== "" && !line.startsWith("#")) stray.push(at)
      continue
    }
    current.more.push(line)
    if (quote !== undefined && closes(line, quote)) quote = undefined
  }
  return { entries, stray }
}

interface Head {
  readonly key: string
  readonly column: number
  readonly text: string
  readonly tight: boolean
}

function readKey(line: string): Head | undefined {
  const match = /^(?:([A-Za-z_$][\w.$/-]*)|"([^"\\]+)"|'([^']+)')[ \t]*:(?:([ \t]+)(.*)|)$/.exec(line)
  if (match !== null) {
    const key = match[1] ?? match[2] ?? match[3] ?? ""
    const text = (match[5] ?? "").trimEnd()
    return { key, column: line.length - (match[5] ?? "").length + 1, text, tight: false }
  }
  const tight = /^([A-Za-z][\w-]*):(\S.*)$/.exec(line)
  if (tight === null || !fieldBySpelling.has(tight[1] ?? "")) return undefined
  return { key: tight[1] ?? "", column: (tight[1] ?? "").length + 2, text: (tight[2] ?? "").trimEnd(), tight: true }
}

/** A value with an unclosed quote continues on the next lines, whatever they look like. */
function openQuote(text: string): string | undefined {
  const quote = text[0]
  if (quote !== '"' && quote !== "'") return undefined
  return closes(text.slice(1), quote) ? undefined : quote
}

function closes(text: string, quote: string): boolean {
  const bare = quote === '"' ? text.replace(/\\./g, "") : text.replaceAll("''", "")
  return bare.includes(quote)
}

/** If a quote is still open where a known field begins, its end was forgotten. */
function closesLater(lines: readonly string[], quote: string, indent: string): boolean {
  for (const whole of lines) {
    const line = whole.startsWith(indent) ? whole.slice(indent.length) : whole
    const head = readKey(line)
    if (head !== undefined && fieldBySpelling.has(head.key)) return false
    if (closes(line, quote)) return true
  }
  return false
}

function commonIndent(lines: readonly string[]): string {
  const first = lines.find((line) => line.trim() !== "" && !line.trimStart().startsWith("#"))
  return /^ */.exec(first ?? "")?.[0] ?? ""
}
