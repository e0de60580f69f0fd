import { isMap } from "../../text/is-map.ts"
import type { DialectReading } from "./dialect.ts"
import { loadYaml } from "./load-yaml.ts"

/**
 * How Claude Code reads frontmatter: it ends at the first three dashes, wherever they are. If YAML fails, values with
 * special YAML characters are quoted and it is tried again; if that fails too, the file counts as having no
 * frontmatter. The last of several equal keys wins, and every scalar is taken as text.
 */
export function readQuotedYaml(text: string): DialectReading {
  const { block, body } = splitQuotedYaml(text)
  const fields = block === undefined ? undefined : readFields(block)
  if (fields === undefined) return { isHeadless: true, opening: firstLine(body) }
  const description = readText(fields, "description")
  return {
    name: readText(fields, "name"),
    ...(description === undefined ? { opening: firstLine(body) } : { description }),
  }
}

export interface QuotedText {
  /** Absent if the file has no frontmatter at all. */
  readonly block: string | undefined
  readonly body: string
  /** The line of the file on which the body begins, from 1. */
  readonly bodyLine: number
}

/** Where Claude Code cuts a file. White space after the closing dashes belongs to neither part. */
export function splitQuotedYaml(text: string): QuotedText {
  const plain = text.replace(/^\ufeff/, "")
  const [, block, body] = /^---\s*\n([\s\S]*?)---\s*\n?([\s\S]*)$/.exec(plain) ?? []
  if (block === undefined || body === undefined) return { block: undefined, body: plain, bodyLine: 1 }
  return { block, body, bodyLine: plain.slice(0, plain.length - body.length).split("\n").length }
}

/** Whether Claude Code can use anything of these lines. */
export function isQuotedYaml(block: string): boolean {
  return readFields(block) !== undefined
}

/** The names of the arguments: texts of a list, or the words of one text. A number is never a name. */
export function readArgumentNames(block: string): readonly string[] | undefined {
  const value = readFields(block)?.typed["arguments"]
  const names =
    typeof value === "string" ? value.split(/\s+/) : Array.isArray(value) ? (value as readonly unknown[]) : []
  const texts = names.filter((name) => typeof name === "string" && name.trim() !== "" && !/^\d+$/.test(name))
  return value === undefined ? undefined : (texts as readonly string[])
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

function loadFields(written: string): Fields | undefined {
  const block = hasTabIndentation(written) ? written.replace(/^[\t ]+/gm, indentWithSpaces) : written
  const texts = loadYaml(block, "texts", "last")
  if (texts.kind === "broken") return undefined
  const typed = loadYaml(block, "typed", "last")
  return { typed: typed.kind === "value" ? toMap(typed.value) : toMap(texts.value), written: toMap(texts.value) }
}

/** Tabs before keys and items, and nowhere else: inside a block of text or brackets they are an error there too. */
function hasTabIndentation(block: string): boolean {
  const lines = block.split("\n").filter((line) => /^ *\t/.test(line) && line.trim() !== "")
  return lines.length > 0 && lines.every((line) => /^[\t ]+(?:- |[\w-]+:(?:\s|$))/.test(line))
}

/** Claude Code's YAML reader accepts tabs as indentation and ours does not. */
function indentWithSpaces(indentation: string): string {
  return indentation.replaceAll("\t", "  ")
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
