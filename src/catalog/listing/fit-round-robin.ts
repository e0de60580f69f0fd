import type { LineRenderer, ListingEntry } from "./entry-line.ts"

export interface RoundRobin {
  /** In tokens. */
  readonly limit: number
  /** The host's own entries, which come first. */
  readonly own: readonly { readonly name: number; readonly text: number }[]
  readonly renderLine: LineRenderer
}

/** A line in progress: its size without text, and how many letters of its text are included. */
interface Growing {
  readonly entry?: ListingEntry
  readonly letters: readonly string[]
  /** Bytes so far, including the line break. */
  bytes: number
  given: number
}

/**
 * Every text grows by one letter in turn, as long as everything fits. A line costs one token for every four bytes it
 * has begun. Names come first: one that does not fit is left out, a shorter one after it may still fit, and then there
 * are no texts.
 */
export function fitRoundRobin(
  entries: readonly ListingEntry[],
  { limit, own, renderLine }: RoundRobin,
): { readonly entries: readonly ListingEntry[]; readonly tokens: number } {
  let left = limit
  const lines: Growing[] = []
  const start = (line: Growing) => {
    if (toTokens(line.bytes) > left) return
    left -= toTokens(line.bytes)
    lines.push(line)
  }
  for (const { name, text } of own)
    start({ letters: "x".repeat(text).split(""), bytes: 2 * name + OWN_BYTES, given: 0 })
  for (const entry of entries) {
    const bytes = countBytes(renderLine({ ...entry, text: null })) + 1
    start({ entry, letters: [...(entry.text ?? "")], bytes, given: 0 })
  }
  const isComplete = lines.length === own.length + entries.length
  for (let open = isComplete ? lines : []; open.length > 0; ) open = open.filter((line) => grow(line))
  const byEntry = new Map(lines.flatMap((line) => (line.entry === undefined ? [] : [[line.entry, line] as const])))
  return { entries: entries.map((entry) => shownEntry(entry, byEntry.get(entry), renderLine)), tokens: limit - left }

  function grow(line: Growing): boolean {
    const letter = line.letters[line.given]
    if (letter === undefined) return false
    // The first letter also adds the space after the text.
    const bytes = line.bytes + countBytes(letter) + (line.given === 0 ? 1 : 0)
    const cost = toTokens(bytes) - toTokens(line.bytes)
    if (cost > left) return false
    left -= cost
    line.bytes = bytes
    line.given++
    return true
  }
}

/** `- name: (file: r0/name/SKILL.md)` and a line break, without the two names. */
const OWN_BYTES = "- : (file: r0//SKILL.md)".length + 1

function shownEntry(entry: ListingEntry, line: Growing | undefined, renderLine: LineRenderer): ListingEntry {
  if (line === undefined) return { ...entry, text: null, state: "missing", characters: 0 }
  if (line.given === line.letters.length && entry.text !== null) return entry
  const text = line.given === 0 ? null : line.letters.slice(0, line.given).join("")
  const state = text === null ? "bare" : "cut"
  return { ...entry, text, state, characters: renderLine({ ...entry, text }).length + 1 }
}

/** What the host counts for a line: one token for every four bytes that it has begun. */
export function countLineTokens(line: string): number {
  return toTokens(countBytes(line) + 1)
}

function toTokens(bytes: number): number {
  return Math.ceil(bytes / 4)
}

function countBytes(text: string): number {
  let bytes = 0
  for (const letter of text) {
    const point = letter.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
