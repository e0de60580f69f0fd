import { CORE_SCHEMA, load } from "js-yaml"
import type { FileProblem } from "../../problem/problem.ts"
import { skillProblem } from "../problems.ts"
import { cleanValue } from "./clean-value.ts"
import type { LineEdit } from "./edit-lines.ts"
import { cutEntries, type RawEntry } from "./entries.ts"
import type { YamlValue } from "./schema/fields.ts"
import { readEntry } from "./read-entry.ts"

/** One field as it was read, and its position. */
export interface HeaderEntry {
  readonly key: string
  readonly value: YamlValue
}

export interface ReadBlock {
  readonly entries: readonly HeaderEntry[]
  readonly problems: readonly FileProblem[]
  /** How to write the repaired lines; each keeps the value that was read. */
  readonly edits: readonly LineEdit[]
  /** The position of a key, and how its value was written. */
  locate(key: string): Written
}

export interface Written {
  readonly line: number
  /** The first character of the value. */
  readonly column: number
  /** The value's text on the key's own line. */
  readonly text: string
}

export const MAX_KEYS = 256

/**
 * Reads frontmatter. Valid YAML is never changed. Otherwise each field is read separately and only the fields that fail
 * are repaired, so that one bad line does not affect the others.
 */
export function readHeaderBlock(block: string, blockLine: number): ReadBlock {
  return readSound(block, blockLine) ?? readFieldByField(block, blockLine)
}

function readSound(block: string, blockLine: number): ReadBlock | undefined {
  // Anchors, aliases and tags are never followed: text that looks like one is read field by field.
  if (/(?:^|[\s,[{])[&*!]\S/m.test(block)) return undefined
  let value: unknown
  try {
    value = load(block, { schema: CORE_SCHEMA })
  } catch (error) {
    if (isYamlError(error)) return undefined
    throw error
  }
  if (value === undefined || value === null) return found([], [], block, blockLine)
  if (typeof value !== "object" || Array.isArray(value)) {
    return cutEntries(block).entries.length > 0 ? undefined : found([], [notAMap(value, blockLine)], block, blockLine)
  }
  const keys = Object.keys(value)
  if (keys.length > MAX_KEYS) return undefined
  const problems: FileProblem[] = []
  const entries: HeaderEntry[] = []
  for (const key of keys) {
    const cleaned = cleanValue((value as Record<string, unknown>)[key], key)
    if (cleaned.wrong !== undefined) problems.push(refused(cleaned.wrong, key, locateKey(block, blockLine, key)))
    if (cleaned.value !== undefined) entries.push({ key, value: cleaned.value })
  }
  return found(entries, problems, block, blockLine)
}

function readFieldByField(block: string, blockLine: number): ReadBlock {
  const cut = cutEntries(block)
  const problems: FileProblem[] = []
  const edits: LineEdit[] = []
  const values = new Map<string, HeaderEntry>()
  const firstAt = new Map<string, RawEntry>()
  if (cut.entries.length === 0) problems.push(notAMap(block, blockLine))
  else for (const at of cut.stray) problems.push(strayLine(blockLine + at))
  const queue = cut.entries.slice(0, MAX_KEYS)
  const beyond = cut.entries[MAX_KEYS]
  if (beyond !== undefined) problems.push(tooManyKeys(blockLine + beyond.at))
  for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) {
    const read = readEntry(entry, blockLine)
    problems.push(...read.problems)
    if (read.edit !== undefined) edits.push(read.edit)
    if (read.another !== undefined) queue.unshift(read.another)
    if (read.value === undefined) continue
    const cleaned = cleanValue(read.value, entry.key)
    const place = { line: blockLine + entry.at, column: entry.column }
    if (cleaned.wrong !== undefined) problems.push(refused(cleaned.wrong, entry.key, place))
    const earlier = firstAt.get(entry.key)
    if (earlier !== undefined) problems.push(duplicate(entry, blockLine, earlier))
    firstAt.set(entry.key, entry)
    if (cleaned.value === undefined) continue
    values.delete(entry.key)
    values.set(entry.key, { key: entry.key, value: cleaned.value })
  }
  return { ...found([...values.values()], problems, block, blockLine), edits }
}

function found(
  entries: readonly HeaderEntry[],
  problems: readonly FileProblem[],
  ...[block, blockLine]: readonly [string, number]
): ReadBlock {
  return { entries, problems, edits: [], locate: (key) => locateKey(block, blockLine, key) }
}

function locateKey(block: string, blockLine: number, key: string): Written {
  const entry = cutEntries(block).entries.findLast((candidate) => candidate.key === key)
  if (entry === undefined) return { line: blockLine, column: 1, text: "" }
  return { line: blockLine + entry.at, column: entry.column, text: entry.text }
}

function isYamlError(error: unknown): boolean {
  return error instanceof Error && error.name === "YAMLException"
}

function refused(what: "depth" | "reserved", key: string, place: { line: number; column: number }): FileProblem {
  const spot = { line: place.line, column: place.column }
  if (what === "depth") {
    return skillProblem("header.too-deep", spot, {
      message: `${key} is nested more than 32 levels deep and was left out`,
      fix: "keep the frontmatter flat",
    })
  }
  const message = `${key} has a key that is reserved in JavaScript; that key was left out`
  return skillProblem("header.reserved-key", spot, { message, fix: "rename the key" })
}

function notAMap(value: unknown, blockLine: number): FileProblem {
  const what = Array.isArray(value) ? "a list" : "plain text"
  const message = `the frontmatter is ${what}, not fields; none of it was used`
  return skillProblem(
    "header.not-a-map",
    { line: blockLine, column: 1 },
    { message, fix: 'write fields, such as description: "…"' },
  )
}

function strayLine(line: number): FileProblem {
  const message = "this line does not belong to a field and was not used"
  return skillProblem(
    "header.unreadable-value",
    { line, column: 1 },
    { message, fix: "remove it, or begin it with # to keep it as a comment" },
  )
}

function tooManyKeys(line: number): FileProblem {
  const message = `the frontmatter has more than ${MAX_KEYS} fields; those from here on were not read`
  return skillProblem(
    "header.too-many-keys",
    { line, column: 1 },
    { message, fix: "move data into a file next to SKILL.md" },
  )
}

function duplicate(entry: RawEntry, blockLine: number, earlier: RawEntry): FileProblem {
  const message = `${entry.key} is written twice (line ${blockLine + earlier.at} and here); the last one counts`
  return skillProblem(
    "header.duplicate-key",
    { line: blockLine + entry.at, column: 1 },
    { message, fix: `remove one of the two ${entry.key} lines` },
  )
}
