import { readHeaderBlock } from "../skill/header/read-header-block.ts"
import type { FileProblem } from "../problem/problem.ts"

/** One of our own settings files as written: the value of each key, and where the text itself is broken. */
export interface SettingsEntries {
  readonly entries: readonly WrittenEntry[]
  readonly broken: readonly BrokenLine[]
  /** The line of an entry, by the keys that lead to it. */
  findLine(keys: readonly string[]): number
}

export interface WrittenEntry {
  readonly key: string
  readonly value: unknown
  /** The value had to be guessed, because the text around it is broken. */
  readonly isGuessed: boolean
}

export interface BrokenLine {
  readonly line: number
  readonly message: string
  readonly fix: string
}

/** Reads settings key by key: a line that is not YAML affects only the key it belongs to. */
export function parseSettingsEntries(text: string): SettingsEntries {
  const read = readHeaderBlock(text, 1)
  const lines = text.split("\n")
  const findKey = (line: number) =>
    read.entries.map(({ key }) => ({ key, at: read.locate(key).line })).findLast(({ at }) => at <= line)?.key
  const guessed = new Set(read.problems.map(({ line }) => findKey(line ?? 1)))
  return {
    entries: read.entries.map(({ key, value }) => ({ key, value, isGuessed: guessed.has(key) })),
    broken: read.problems.map((found) => brokenLine(found)),
    findLine: (keys) => findLine(lines, keys),
  }
}

function brokenLine({ code, line = 1, message, fix }: FileProblem): BrokenLine {
  switch (code) {
    case "header.not-a-map":
      return {
        line,
        message: "the file does not contain a map of settings",
        fix: "write settings as a map, such as skills: { deploy: off }",
      }
    case "header.duplicate-key":
    case "header.anchor":
    case "header.reserved-key":
    case "header.too-deep":
      return { line, message, fix: fix ?? "correct this line" }
    default: {
      const how = `correct line ${line}: close every bracket and quote, put a space after each colon, and indent with spaces`
      return { line, message: "this is not valid YAML", fix: how }
    }
  }
}

/** Only for messages: the first line that contains each key in turn. */
function findLine(lines: readonly string[], keys: readonly string[]): number {
  let at = 0
  let found = 0
  for (const [depth, key] of keys.entries()) {
    const pattern =
      depth === 0 ? new RegExp(`^["']?${escaped(key)}["']?\\s*:`) : new RegExp(`(?:^|[\\s{,\\["'-])${escaped(key)}`)
    const next = lines.findIndex((line, index) => index >= at && pattern.test(line))
    if (next === -1) return found + 1
    found = next
    at = next
  }
  return found + 1
}

function escaped(key: string): string {
  return key.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
}
