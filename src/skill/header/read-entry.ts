import { CORE_SCHEMA, load } from "js-yaml"
import type { FileProblem } from "../../problem/problem.ts"
import { skillProblem, type SkillProblemCode } from "../problems.ts"
import type { RawEntry } from "./entries.ts"
import { fieldBySpelling, type YamlValue } from "./schema/fields.ts"
import type { LineEdit } from "./edit-lines.ts"
import { writeField } from "./write.ts"

export interface EntryReading {
  readonly value?: unknown
  readonly problems: readonly FileProblem[]
  readonly edit?: LineEdit
  /** A second field that was glued to this one's line. */
  readonly another?: RawEntry
}

/** Reads one field separately: as written if that is valid YAML, otherwise with the first repair that fits. */
export function readEntry(entry: RawEntry, blockLine: number): EntryReading {
  const sound = readAlone(entry)
  if (sound.kind === "value") return { value: sound.value, problems: [] }
  if (sound.kind === "anchor") return refuseAnchor(entry, blockLine)
  if (entry.tight) return readTight(entry, blockLine)
  return repair(entry, blockLine)
}

type Alone =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "anchor" }
  | { readonly kind: "broken" }

function readAlone(entry: RawEntry): Alone {
  if (entry.tight) return { kind: "broken" }
  const text = [`v: ${entry.text}`, ...entry.more].join("\n")
  let anchored = false
  const listener = (_: string, state: { readonly anchor?: unknown; readonly tag?: unknown }) => {
    if (typeof state.anchor === "string") anchored = true
  }
  try {
    const value = load(text, { schema: CORE_SCHEMA, listener: listener as never })
    if (anchored || hasTag(entry)) return { kind: "anchor" }
    if (typeof value !== "object" || value === null || !("v" in value) || Object.keys(value).length !== 1)
      return { kind: "broken" }
    return { kind: "value", value: value.v }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "YAMLException") throw error
    return anchored || (hasTag(entry) && !isText(entry)) ? { kind: "anchor" } : { kind: "broken" }
  }
}

function hasTag(entry: RawEntry): boolean {
  return /^!\S/.test(entry.text) || entry.more.some((line) => /^\s*(- )?(\w[\w-]*:\s+)?!!?\w/.test(line))
}

function isText(entry: RawEntry): boolean {
  const kind = fieldBySpelling.get(entry.key)?.kind
  return kind === "text" || kind === "hint"
}

function refuseAnchor(entry: RawEntry, blockLine: number): EntryReading {
  const spot = { line: blockLine + entry.at, column: entry.column }
  const message = `${entry.key} uses a YAML anchor or tag, which is not supported, so the field was left out`
  return {
    problems: [skillProblem("header.anchor", spot, { message, fix: `write the value of ${entry.key} in full` })],
  }
}

function readTight(entry: RawEntry, blockLine: number): EntryReading {
  const spaced = { ...entry, tight: false }
  const alone = readAlone(spaced)
  const value = alone.kind === "value" ? alone.value : foldedText(spaced)
  return repaired(entry, blockLine, { code: "header.missing-space", value, what: "has no space after its colon" })
}

function repair(entry: RawEntry, blockLine: number): EntryReading {
  const tabbed = repairTabs(entry)
  if (tabbed !== undefined) {
    return repaired(entry, blockLine, { code: "header.tab", value: tabbed, what: "is indented with tabs" })
  }
  if (/^["']/.test(entry.text)) return repairQuotes(entry, blockLine)
  if (entry.text === "" && entry.more.some((line) => line.trim() !== "")) return repairNested(entry, blockLine)
  const start = /^[[{*&!@`%|>?,\]}]/.test(entry.text)
  const what = start
    ? `begins with ${entry.text[0]}, which means something else in YAML, and is not quoted`
    : plainFault(entry)
  return repaired(entry, blockLine, { code: "header.unquoted", value: foldedText(entry), what })
}

function plainFault(entry: RawEntry): string {
  return /:(\s|$)/.test([entry.text, ...entry.more].join("\n"))
    ? "contains a colon but is not quoted"
    : "is not valid YAML"
}

function repairTabs(entry: RawEntry): unknown {
  if (!entry.more.some((line) => /^ *\t/.test(line)) && !entry.text.includes("\t")) return undefined
  const more = entry.more.map((line) => line.replace(/^[ \t]+/, (space) => space.replaceAll("\t", "  ")))
  const alone = readAlone({ ...entry, more, text: entry.text.replaceAll("\t", " ") })
  return alone.kind === "value" && alone.value !== null ? alone.value : undefined
}

function repairQuotes(entry: RawEntry, blockLine: number): EntryReading {
  const glued = gluedField(entry)
  if (glued !== undefined) {
    const reading = repaired(entry, blockLine, {
      code: "header.bad-quotes",
      value: glued.value,
      what: "has another field after its closing quote",
    })
    const [first] = reading.problems
    const fix = `${first?.fix ?? ""}\n${glued.another.key}: ${glued.another.text}`
    return { problems: first === undefined ? [] : [{ ...first, fix }], value: glued.value, another: glued.another }
  }
  const what = "has unbalanced quotes"
  return repaired(entry, blockLine, { code: "header.bad-quotes", value: unquotedText(entry), what })
}

/** `description: "…"user-invocable: false`: a line break was lost. */
function gluedField(entry: RawEntry): { readonly value: string; readonly another: RawEntry } | undefined {
  const match = /^"((?:[^"\\]|\\.)*)"\s*([A-Za-z][\w-]*):[ \t]+(.*)$/.exec(entry.text)
  if (match === null || !fieldBySpelling.has(match[2] ?? "")) return undefined
  const [, value = "", key = "", text = ""] = match
  const another = {
    key,
    at: entry.at,
    column: entry.column + entry.text.length - text.length,
    text,
    more: entry.more,
    tight: false,
  }
  return { value, another }
}

function unquotedText(entry: RawEntry): string {
  const quote = entry.text[0] ?? ""
  const whole = foldedText(entry)
  if (whole.length > 1 && whole.endsWith(quote) && !closesEarly(whole, quote))
    return whole.slice(1, -1).replaceAll(`\\${quote}`, quote)
  const closed = entry.text.length > 1 && entry.text.endsWith(quote) && !entry.text.slice(1, -1).includes(quote)
  if (closed) return foldLines([entry.text.slice(1, -1), ...entry.more])
  return whole.split(quote).length === 2 ? whole.slice(1) : whole
}

/** `"[a]" or "[b]"` is two quoted parts; `"say "hello" there"` is one, with quotes in it. */
function closesEarly(whole: string, quote: string): boolean {
  const at = whole.indexOf(quote, 1)
  return at < whole.length - 1 && /\S/.test(whole[at - 1] ?? "") && /[\s,;.]/.test(whole[at + 1] ?? "")
}

function repairNested(entry: RawEntry, blockLine: number): EntryReading {
  const lines = entry.more.filter((line) => line.trim() !== "")
  const value =
    lines.every((line) => /^\s*(- |-$|\s+\S)/.test(line)) && /^\s*-/.test(lines[0] ?? "")
      ? repairList(lines)
      : repairMap(entry.more)
  const what = "has a value that is not valid YAML"
  return repaired(entry, blockLine, { code: "header.unreadable-value", value: value ?? foldedText(entry), what })
}

function repairList(lines: readonly string[]): readonly unknown[] {
  const items: string[][] = []
  const indent = /^\s*/.exec(lines[0] ?? "")?.[0].length ?? 0
  for (const line of lines) {
    if (new RegExp(`^\\s{${indent}}-(\\s|$)`).test(line)) items.push([line.slice(indent + 1)])
    else items.at(-1)?.push(line)
  }
  return items.map(([first = "", ...rest]) => {
    const alone = readAlone({ key: "item", at: 0, column: 1, text: first.trim(), more: rest, tight: false })
    return alone.kind === "value" ? alone.value : foldLines([first, ...rest])
  })
}

/** A map below a field, its own fields repaired one by one; broken parts can only become text. */
function repairMap(more: readonly string[]): Record<string, unknown> | undefined {
  const indent = /^\s*/.exec(more.find((line) => line.trim() !== "") ?? "")?.[0] ?? ""
  const map: Record<string, unknown> = Object.create(null)
  let current: { key: string; lines: string[] } | undefined
  const close = () => {
    if (current === undefined) return
    const [text = "", ...rest] = current.lines
    const alone = readAlone({ key: current.key, at: 0, column: 1, text, more: rest, tight: false })
    map[current.key] = alone.kind === "value" ? alone.value : foldLines(current.lines)
  }
  for (const line of more) {
    const match = new RegExp(`^${indent}([A-Za-z_][\\w.-]*):(?:[ \\t]+(.*)|)$`).exec(line)
    if (match === null) {
      if (current === undefined && line.trim() !== "" && !line.trim().startsWith("#")) return undefined
      current?.lines.push(line)
      continue
    }
    close()
    current = { key: match[1] ?? "", lines: [match[2] ?? ""] }
  }
  close()
  return Object.keys(map).length === 0 ? undefined : map
}

function foldedText(entry: RawEntry): string {
  return foldLines([withoutTail(entry), ...entry.more.filter((line) => !isComment(line))])
}

/** Text after ` #` is a comment, except in prose, where the author means it as text. */
function withoutTail(entry: RawEntry): string {
  return isText(entry) || fieldBySpelling.get(entry.key) === undefined ? entry.text : entry.text.replace(/\s+#.*$/, "")
}

function isComment(line: string): boolean {
  return line.trimStart().startsWith("#")
}

/** The lines of one text, folded as YAML folds plain text: a line break becomes a space, an empty line a line break. */
function foldLines(lines: readonly string[]): string {
  const folded = lines.map((line) => line.trim()).join("\n")
  return folded.replace(/(\n+)/g, (breaks) => (breaks.length === 1 ? " " : "\n".repeat(breaks.length - 1))).trim()
}

interface Repair {
  readonly code: SkillProblemCode
  readonly value: unknown
  readonly what: string
}

function repaired(entry: RawEntry, blockLine: number, repair: Repair): EntryReading {
  const line = blockLine + entry.at
  const lines = writeField(entry.key, repair.value as YamlValue)
  const message = `${entry.key} ${repair.what}; read as ${shortly(repair.value)}`
  const found = skillProblem(repair.code, { line, column: entry.column }, { message, fix: lines.join("\n") })
  const last = entry.more.findLastIndex((text) => text.trim() !== "" && !isComment(text)) + 1
  const holdsComments = [entry.text, ...entry.more.slice(0, last)].some((text) => /(^|\s)#/.test(text))
  // A comment would be lost, and a nested value would lose its shape, so these stay unchanged.
  if (holdsComments || repair.code === "header.unreadable-value") return { value: repair.value, problems: [found] }
  return { value: repair.value, problems: [found], edit: { line, count: 1 + last, lines } }
}

function shortly(value: unknown): string {
  const text = JSON.stringify(value) ?? ""
  if (text.length <= 90) return text
  return `${text.slice(0, 88)}…${text.startsWith('"') ? '"' : ""}`
}
