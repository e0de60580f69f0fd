import { CORE_SCHEMA, load } from "js-yaml"

/** Lines that look like one entry of a YAML list, or like a whole fenced YAML map. */
export interface YamlBlock {
  readonly start: number
  readonly end: number
}

export interface YamlBlocks {
  readonly blocks: readonly YamlBlock[]
  /** How much of the text was read. */
  readonly end: number
}

/**
 * Each entry separately: a broken one does not affect the others, and fences inside an entry are part of it. If there
 * are very many, only the first ones.
 */
export function readYamlBlocks(text: string): YamlBlocks {
  const blocks: YamlBlock[] = []
  let open: { readonly start: number; readonly indent: number } | undefined
  let isBehindFence = false
  for (let start = 0; start < text.length; ) {
    if (blocks.length === MOST_BLOCKS) return { blocks, end: start }
    if (text.charCodeAt(start) === LINE_BREAK) {
      start++
      continue
    }
    const found = text.indexOf("\n", start)
    const end = found === -1 ? text.length : found + 1
    const line = text.slice(start, Math.min(end, start + LINE_START))
    if (line.trim() !== "") {
      if (open !== undefined && !isContinued(line, open.indent)) {
        blocks.push({ start: open.start, end: start })
        open = undefined
      }
      if (open === undefined) {
        const indent = ENTRY.exec(line)?.[1]?.length ?? (isBehindFence && KEY.test(line) ? FENCED : undefined)
        if (indent !== undefined) open = { start, indent }
      }
      isBehindFence = YAML_FENCE.test(line)
    }
    start = end
  }
  if (open !== undefined) blocks.push({ start: open.start, end: text.length })
  return { blocks, end: text.length }
}

/** The value of a YAML text, or undefined if it has none. Anchors are refused, so nothing in it is duplicated. */
export function readYamlValue(text: string): unknown {
  if (text.length > MOST_CHARACTERS) return undefined
  let isAnchored = false
  try {
    const value: unknown = load(text, {
      schema: CORE_SCHEMA,
      listener: (_event, state) => {
        isAnchored ||= "anchor" in state && typeof state.anchor === "string"
      },
    })
    return isAnchored ? undefined : value
  } catch {
    // Any parser error: it is not YAML, and the caller reports it.
    return undefined
  }
}

/**
 * The same entry with the plain values of its own fields in quotes: people write `description: one: two`, and mean the
 * whole line.
 */
export function quoteYamlValues(block: string): string {
  const indent = /^ *(?:- +)?/.exec(block)?.[0].length ?? 0
  return block
    .split("\n")
    .map((line, at) => {
      const found = PLAIN_FIELD.exec(line.slice(0, 20_000))
      if (found === null || (at > 0 && (found[1] ?? "").length !== indent)) return line
      return `${found[1]}${found[2]}: ${JSON.stringify((found[3] ?? "").trim())}`
    })
    .join("\n")
}

const LINE_BREAK = 0x0a
const LINE_START = 160
const MOST_BLOCKS = 2000
const MOST_CHARACTERS = 64 * 1024
/** A map that is not in a list continues until its fence ends. */
const FENCED = -1
const ENTRY = /^( *)- +["']?[A-Za-z][\w -]{0,40}["']? *:(?:\s|$)/
const KEY = /^ *["']?[A-Za-z][\w -]{0,40}["']? *: +\S/
const YAML_FENCE = /^ *(?:`{3,}|~{3,}) *ya?ml\b/i
const FENCE_OR_RULE = /^ *(?:`{3,}|~{3,}|---)/
const PLAIN_FIELD = /^( *(?:- +)?)([A-Za-z][\w-]{0,40}): +(?![|>"'[{]|\d+\s*$)(\S.*)$/

function isContinued(line: string, indent: number): boolean {
  if (indent === FENCED) return !FENCE_OR_RULE.test(line) && !ENTRY.test(line)
  return (/^ */.exec(line)?.[0].length ?? 0) > indent
}
