import { applyEdits, findNodeAtLocation, type JSONPath, modify, parseTree } from "jsonc-parser"

/** One value of a JSON text that becomes another. */
export interface JsonChange {
  readonly at: JSONPath
  /** Undefined: it is removed. */
  readonly value: unknown
  /** It is one more entry of a list. */
  readonly isNew?: boolean
}

/**
 * The text with these changes, one after another. Everything else stays as it is written, comments too, so that what was
 * added can be taken out again without a trace.
 */
export function editJson(text: string, changes: readonly JsonChange[]): string {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : ""
  const unit = /^([ \t]+)"/m.exec(text)?.[1] ?? "  "
  const layout = { unit, end: text.includes("\r\n") ? "\r\n" : "\n" }
  const changed = changes.reduce((now, change) => applyChange(now, change, layout), text.slice(mark.length))
  return mark + changed.replace(/^(\s*)\{\s*\}/, "$1{}")
}

interface Layout {
  /** One level of indentation. */
  readonly unit: string
  readonly end: string
}

/** The library's own formatting would also change what is around. */
function applyChange(text: string, { at, value, isNew = false }: JsonChange, { unit, end }: Layout): string {
  if (value === undefined && typeof at.at(-1) === "number") return removeEntry(text, at)
  const edits = modify(text, [...at], value, { isArrayInsertion: isNew })
  if (value === undefined) return applyEdits(text, edits)
  const pad = (depth: number) => end + unit.repeat(depth)
  const written = JSON.stringify(value, null, unit).replaceAll("\n", pad(at.length))
  const named = isNew ? written : `${JSON.stringify(at.at(-1))}: ${written}`
  return applyEdits(
    text,
    edits.map((edit) => {
      if (edit.length > 0) return { ...edit, content: written }
      if (edit.content.startsWith(",")) return { ...edit, content: `,${pad(at.length)}${named}` }
      return { ...edit, content: `${pad(at.length)}${named}${pad(at.length - 1)}` }
    }),
  )
}

/** Removes an entry of a list, with the comma and the space before it, or those after it if it is the first. */
function removeEntry(text: string, at: JSONPath): string {
  const tree = parseTree(text)
  const siblings = (tree && findNodeAtLocation(tree, at.slice(0, -1))?.children) ?? []
  const nth = Number(at.at(-1))
  const [before, entry, after] = [siblings[nth - 1], siblings[nth], siblings[nth + 1]]
  if (entry === undefined) return text
  const from = before === undefined ? entry.offset : before.offset + before.length
  const to = before === undefined && after !== undefined ? after.offset : entry.offset + entry.length
  return text.slice(0, from) + text.slice(to)
}
