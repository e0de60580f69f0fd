import { decodeFileName } from "../../finding/file-name.ts"

/** What a unified diff changes in one file. */
export interface FileDiff {
  readonly diff: string
  /** The lines it adds, by their number afterwards, with their text. */
  readonly added: ReadonlyMap<number, string>
}

/**
 * Reads the output of `git diff --text --no-renames` with the prefixes `a/` and `b/`, by file name. A file that appears
 * several times or cannot be read has no entry; all of its lines then count as changed.
 */
export function readDiff(text: string): ReadonlyMap<string, FileDiff> {
  const found = new Map<string, FileDiff>()
  const several = new Set<string>()
  for (const part of splitByFile(text)) {
    const name = readName(part)
    if (name === undefined) continue
    if (found.has(name)) several.add(name)
    found.set(name, { diff: part.join("\n").trimEnd(), added: addedLines(part) })
  }
  for (const name of several) found.delete(name)
  return found
}

/** Split at line feeds only: a line of code may contain other line breaks. */
function splitByFile(text: string): readonly (readonly string[])[] {
  const parts: string[][] = []
  for (const line of text.split("\n")) {
    if (line.startsWith("diff --git ")) parts.push([line])
    else parts.at(-1)?.push(line)
  }
  return parts
}

function readName(part: readonly string[]): string | undefined {
  const hunk = part.findIndex((line) => line.startsWith("@@ "))
  const line = part.slice(0, hunk === -1 ? part.length : hunk).find((one) => one.startsWith("+++ "))
  const said = line?.slice(4).replace(/\t$/, "")
  if (said === undefined || said === "/dev/null") return undefined
  return (said.startsWith('"') ? unquoted(said) : said).replace(/^b\//, "")
}

const ESCAPES: Readonly<Record<string, string>> = { a: "\x07", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r" }

/** Git quotes names with unusual bytes as C does. */
function unquoted(text: string): string {
  const encoder = new TextEncoder()
  const bytes: number[] = []
  for (const [piece, octal, escaped] of text.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/gs)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8))
    else bytes.push(...encoder.encode(escaped === undefined ? piece : (ESCAPES[escaped] ?? escaped)))
  }
  return decodeFileName(Uint8Array.from(bytes))
}

function addedLines(part: readonly string[]): ReadonlyMap<number, string> {
  const added = new Map<number, string>()
  let line = 0
  let left = 0
  for (const text of part) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/.exec(text)
    if (hunk !== null && left === 0) {
      line = Number(hunk[1])
      left = Number(hunk[2] ?? 1)
    } else if (left > 0 && text.startsWith("+")) {
      added.set(line++, text.slice(1))
      left--
    } else if (left > 0 && (text === "" || text.startsWith(" "))) {
      line++
      left--
    }
  }
  return added
}
