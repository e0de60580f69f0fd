import { isMap } from "../../text/is-map.ts"
import type { DialectReading } from "./dialect.ts"
import { loadYaml } from "./load-yaml.ts"

/**
 * How Claude Code reads frontmatter: it ends at the first three dashes, wherever they are. If YAML fails, values with
 * special YAML characters are quoted and it is tried again; if that fails too, the file counts as having no
 * frontmatter. The last of several equal keys wins, and every scalar is taken as text.
 */
export function readQuotedYaml(text: string): DialectReading {
  const [, block, body] = /^---\s*\n([\s\S]*?)---\s*\n?([\s\S]*)$/.exec(text.replace(/^\ufeff/, "")) ?? []
  if (block === undefined || body === undefined) return { isHeadless: true, opening: firstLine(text) }
  const fields = readFields(block)
  if (fields === undefined) return { isHeadless: true, opening: firstLine(body) }
  const description = readText(fields, "description")
  return {
    name: readText(fields, "name"),
    ...(description === undefined ? { opening: firstLine(body) } : { description }),
  }
}

/** The first line that is not empty, without heading marks. */
function firstLine(text: string): string {
  const line = text.split("\n").find((one) => one.trim() !== "") ?? ""
  return line.trim().replace(/^#+\s+/, "")
}

interface Fields {
  /** Numbers and booleans as such, if their tags allow it. */
  readonly typed: Readonly<Record<string, unknown>>
  /** Every value as it was written. */
  readonly written: Readonly<Record<string, unknown>>
}

function readFields(block: string): Fields | undefined {
  const plain = block.replaceAll(CONTROLS, " ")
  return loadFields(plain) ?? loadFields(plain.split("\n").map(quoteValue).join("\n"))
}

/** Claude Code's YAML reader accepts control characters and ours does not; a listing shows each as a space. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is meant
const CONTROLS = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

function loadFields(block: string): Fields | undefined {
  const texts = loadYaml(block, "texts", "last")
  if (texts.kind === "broken") return undefined
  const typed = loadYaml(block, "typed", "last")
  return { typed: typed.kind === "value" ? toMap(typed.value) : toMap(texts.value), written: toMap(texts.value) }
}

function quoteValue(line: string): string {
  const [, key, value = ""] = /^([a-zA-Z_-]+):\s+(.+)$/.exec(line) ?? []
  if (key === undefined || isQuoted(value) || !/[{}[\]*&#!|>%@`]|: /.test(value)) return line
  return `${key}: "${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`
}

function isQuoted(value: string): boolean {
  return /^(?:"[\s\S]*"|'[\s\S]*')$/.test(value)
}

function readText({ typed, written }: Fields, key: string): string | undefined {
  const value = typed[key]
  if (typeof value === "boolean") return String(value)
  if (typeof value === "number") return isNumber(String(written[key])) ? String(value) : String(written[key])
  return typeof value === "string" && value.trim() !== "" ? value : undefined
}

/** As in YAML 1.2: `1_000` and `0b11` are text. */
function isNumber(written: string): boolean {
  return !/_|^[-+]?0b/.test(written)
}

function toMap(value: unknown): Readonly<Record<string, unknown>> {
  return isMap(value) ? { ...value } : {}
}
