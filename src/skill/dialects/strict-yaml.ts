import type { DialectReading } from "./dialect.ts"
import { loadYaml } from "./load-yaml.ts"

/**
 * As Codex reads a header: a fence may be indented, numbers and truth values are taken as they are written, and when
 * YAML fails, values with an inner colon or an unusual first character are quoted and it is tried again.
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
  return end < 2 ? undefined : lines.slice(1, end).map(withoutReturn).join("\n")
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line
}

function readFields(block: string): DialectReading {
  const typed = loadYaml(block, "typed")
  if (typed.kind === "broken") return { dropped: typed.why }
  if (!isMap(typed.value)) return { dropped: "its frontmatter has no fields" }
  const texts = loadYaml(block, "texts")
  const written = texts.kind === "value" && isMap(texts.value) ? texts.value : {}
  const fields = { name: typed.value["name"], description: typed.value["description"] }
  for (const [key, value] of Object.entries(fields)) {
    if (Array.isArray(value)) return { dropped: `its ${key} is a list` }
    if (isMap(value)) return { dropped: `its ${key} is a map` }
  }
  return { name: textOf(fields.name, written["name"]), description: textOf(fields.description, written["description"]) }
}

function textOf(typed: unknown, written: unknown): string | undefined {
  if (typed === undefined || typed === null) return undefined
  return typeof typed === "string" ? typed : String(written)
}

/** Quotes what is likely meant as text. A value that is quoted already, or is a whole list, is left alone. */
function quoteValues(block: string): string {
  return block.split("\n").map(quoteValue).join("\n")
}

function quoteValue(line: string): string {
  const [, key = "", value = ""] = /^([^\s:#"'][^:]*:[ \t]+)(\S.*?)[ \t]*$/.exec(line) ?? []
  return key !== "" && needsQuotes(value) ? `${key}'${value.replaceAll("'", "''")}'` : line
}

function needsQuotes(value: string): boolean {
  if (/^["']/.test(value)) return false
  if (/^[@`]/.test(value) || /:[ \t]/.test(value)) return true
  return /^[[{]/.test(value) && loadYaml(value, "texts").kind === "broken"
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
