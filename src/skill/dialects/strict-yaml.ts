import { isMap } from "../../text/is-map.ts"
import type { DialectReading } from "./dialect.ts"
import { loadYaml } from "./load-yaml.ts"

/**
 * How Codex reads frontmatter: a fence may be indented, and numbers and booleans are taken as written. If YAML fails,
 * values with an inner colon or an unusual first character are quoted and it is tried again.
 */
export function readStrictYaml(text: string): DialectReading {
  if (text.startsWith("\ufeff")) return { dropped: "it begins with a byte order mark" }
  const block = fencedBlock(text)
  if (block === undefined) return { dropped: "it has no frontmatter" }
  const first = readFields(block)
  if (first.dropped === undefined) return first
  const quoted = quoteValues(block)
  const second = quoted === block ? first : readFields(quoted)
  return second.dropped === undefined ? second : first
}

function fencedBlock(text: string): string | undefined {
  const lines = text.split("\n")
  if (lines[0]?.trim() !== "---") return undefined
  const end = lines.findIndex((line, at) => at > 0 && line.trim() === "---")
  return end < 2 ? undefined : lines.slice(1, end).map(withoutReturn).join("\n").replaceAll(OTHER_BREAKS, "\n")
}

/** Its YAML reader takes these for the end of a line too. */
const OTHER_BREAKS = /[\u0085\u2028\u2029]/g

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line
}

function readFields(block: string): DialectReading {
  const why = findFault(block)
  if (why !== undefined) return { dropped: why }
  const texts = loadYaml(block, "texts", "last")
  if (texts.kind === "broken") return { dropped: texts.why }
  const typed = loadYaml(block, "typed", "last")
  const values = typed.kind === "value" ? typed.value : texts.value
  if (!isMap(values)) return { dropped: "its frontmatter has no fields" }
  const written = isMap(texts.value) ? texts.value : {}
  const fields = { name: values["name"], description: values["description"] }
  for (const [key, value] of Object.entries(fields)) {
    if (Array.isArray(value)) return { dropped: `its ${key} is a list` }
    if (isMap(value)) return { dropped: `its ${key} is a map` }
  }
  return {
    name: readText(fields.name, written["name"]),
    description: readText(fields.description, written["description"]),
  }
}

/** What our YAML reader accepts and Codex does not: duplicate keys, a key that is a list, a line of tabs. */
function findFault(block: string): string | undefined {
  const seen = new Set<string>()
  for (const [at, line] of block.split("\n").entries()) {
    const key = /^(name|description|metadata)[ \t]*:/.exec(line)?.[1]
    if (key !== undefined && seen.has(key)) return `duplicate key in line ${at + 2}`
    if (key !== undefined) seen.add(key)
    if (/^(?:\[.*\]|\{.*\}):(?:\s|$)/.test(line)) return `a key that is not text in line ${at + 2}`
    if (/^\t+ *$/.test(line)) return `a tab as indentation in line ${at + 2}`
  }
  return undefined
}

function readText(typed: unknown, written: unknown): string | undefined {
  if (typed === undefined || typed === null) return undefined
  return typeof typed === "string" ? typed : String(written)
}

/**
 * Quotes values that are probably meant as text. A value that is already quoted, or is a whole list, stays unchanged.
 */
function quoteValues(block: string): string {
  return block.split("\n").map(quoteValue).join("\n")
}

function quoteValue(line: string): string {
  const [, key = "", value = ""] = /^([ \t]*[^\s:#"'][^:]*:[ \t]+)(\S.*?)(?:[ \t]+#.*)?[ \t]*$/.exec(line) ?? []
  return key !== "" && needsQuotes(value) ? `${key}'${value.replaceAll("'", "''")}'` : line
}

function needsQuotes(value: string): boolean {
  if (/^["']/.test(value)) return false
  if (/^[@`]/.test(value) || /:[ \t]/.test(value)) return true
  return /^[[{]/.test(value) && loadYaml(value, "texts").kind === "broken"
}
