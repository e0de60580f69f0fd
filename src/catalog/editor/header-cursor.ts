import { fieldBySpelling, type HeaderField } from "../../skill/header/schema/fields.ts"

/** A place in a text, counted from 0 as editors do: columns in UTF-16 code units. */
export interface TextPosition {
  readonly line: number
  readonly character: number
}

/** Where a cursor is in frontmatter. */
export type HeaderCursor =
  | { readonly at: "key"; readonly typed: string; readonly from: number; readonly present: readonly string[] }
  | {
      readonly at: "value"
      readonly key: string
      readonly field: HeaderField | undefined
      /** The word before the cursor, and where it begins. */
      readonly typed: string
      readonly from: number
    }

const MOST_HEADER_LINES = 2000

/**
 * Finds where a cursor is in frontmatter; undefined if it is in the body. The text may be broken in any way, because
 * somebody is typing: only its lines count.
 */
export function locateInHeader(text: string, { line, character }: TextPosition): HeaderCursor | undefined {
  const header = readHeaderLines(text)
  const current = header?.[line]
  if (header === undefined || line === 0 || current === undefined) return undefined
  const before = current.slice(0, character)
  const typedKey = /^[\w-]*$/.exec(before)
  if (typedKey !== null && !/^[\w-]*\s*:/.test(current))
    return { at: "key", typed: before, from: 0, present: listKeys(header.filter((_, at) => at !== line)) }
  if (typedKey !== null) return { at: "key", typed: before, from: 0, present: listKeys(header) }
  const key = findKey(header, line)
  if (key === undefined) return undefined
  const [typed = ""] = /[\w-]*$/.exec(before) ?? []
  return { at: "value", key, field: fieldBySpelling.get(key), typed, from: character - typed.length }
}

/** The frontmatter's key that a line belongs to: its own, or that of the list or text above. */
export function findKey(header: readonly string[], line: number): string | undefined {
  for (let at = line; at > 0; at--) {
    const key = readKey(header[at])
    if (key !== undefined) return key
    if (at === line && /^\S/.test(header[at] ?? "") && !/^-(?:\s|$)/.test(header[at] ?? "")) return undefined
  }
  return undefined
}

/** The lines of frontmatter with its first fence, without the second one; undefined if the text begins with none. */
export function readHeaderLines(text: string): readonly string[] | undefined {
  const lines = text.split(/\r\n|\n|\r/, MOST_HEADER_LINES)
  if (!/^\ufeff?---\s*$/.test(lines[0] ?? "")) return undefined
  const end = lines.findIndex((line, at) => at > 0 && /^---\s*$/.test(line))
  return end === -1 ? lines : lines.slice(0, end)
}

function listKeys(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => readKey(line) ?? [])
}

function readKey(line: string | undefined): string | undefined {
  return /^([\w-]+)\s*:(?:\s|$)/.exec(line ?? "")?.[1]
}
