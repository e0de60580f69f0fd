import { memoise } from "../../../../text/memoise.ts"
import { toLineShape, toProseShape } from "./line-shape.ts"

/** A file as fingerprints see it. Facts about a line are computed on first use. */
export interface FileShape {
  readonly isProse: boolean
  readonly lines: readonly string[]
  readonly shapeOf: (line: string) => string
  /** Where the lines of a shape are. */
  readonly placesOf: (shape: string) => readonly number[]
  /** The names of what encloses a line, outermost first: `CartStore/add`, or the headings of a page. */
  readonly pathAt: (at: number) => string
}

/** Half of all lines occur more than once: `shapeOfCode` may remember those that it has seen. */
export function shapeFile(
  file: string,
  text: string | undefined,
  shapeOfCode: (line: string) => string = toLineShape,
): FileShape {
  const isProse = /\.(?:md|mdx|markdown|txt|rst|adoc)$/i.test(file)
  const lines = text === undefined ? [] : text.split("\n")
  const shapeOf = isProse ? toProseShape : shapeOfCode
  const find = openSearch(lines)
  return {
    isProse,
    lines,
    shapeOf,
    placesOf: memoise((shape: string) => {
      const [longest = "", ...words] = listWords(shape)
      const mayBe = (line: string) => words.length === 0 || hasAll(line.toLowerCase(), words)
      return find(longest).filter((at) => mayBe(lines[at] ?? "") && shapeOf(lines[at] ?? "") === shape)
    }),
    pathAt: memoise((at: number) => (isProse ? headingsAbove(lines, at) : definitionsAround(lines, at)).join("/")),
  }
}

/** Finds the lines that contain a word, ignoring case. The text is joined once, and searched as a whole. */
function openSearch(lines: readonly string[]): (word: string) => readonly number[] {
  let text: string | undefined
  const starts: number[] = []
  return (word) => {
    if (word === "") return lines.map((_, at) => at)
    text ??= lowered(lines, starts)
    const found: number[] = []
    let line = 0
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, starts[line] ?? text.length)) {
      while ((starts[line] ?? Infinity) <= at) line++
      found.push(line - 1)
    }
    return found
  }
}

/** The lines in lower case, joined; the start of each is put into `starts`. */
function lowered(lines: readonly string[], starts: number[]): string {
  let end = 0
  const lower = lines.map((line) => {
    const own = line.toLowerCase()
    starts.push(end)
    end += own.length + 1
    return own
  })
  return lower.join("\n")
}

/** The words that every line of a shape has, in lower case, the longest first. */
function listWords(shape: string): readonly string[] {
  const words = shape.split(" ").filter((part) => /^[A-Za-z_]\w*$/.test(part))
  return [...new Set(words.map((word) => word.toLowerCase()))].sort((a, b) => b.length - a.length)
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}

/** By indentation: a line further left and above that opens something encloses the lines below it. */
function definitionsAround(lines: readonly string[], at: number): readonly string[] {
  const names: string[] = []
  let limit = measureIndent(lines[at] ?? "")
  for (let above = at - 1; above >= 0 && limit > 0; above--) {
    const indent = measureIndent(lines[above] ?? "")
    if (indent >= limit) continue
    const line = (lines[above] ?? "").trim().slice(0, LONGEST)
    if (line === "") continue
    const name = readDefinedName(line)
    // `) {` and a lone brace end what began above them at the same indentation; a stray line encloses nothing.
    if (/^[)\]}{]/.test(line)) limit = indent + 1
    else if (name !== undefined || /[{([:,]$|=>$/.test(line)) limit = indent
    if (name !== undefined) names.unshift(name)
  }
  return names
}

const LONGEST = 300

const TAB = 4

function measureIndent(line: string): number {
  let indent = 0
  for (let at = 0; ; at++) {
    if (line[at] === " ") indent++
    else if (line[at] === "\t") indent += TAB
    else return indent
  }
}

function readDefinedName(line: string): string | undefined {
  const found = definitions.map((definition) => definition.exec(line)?.[1]).find((name) => name !== undefined)
  return found === undefined || notDefinitions.has(found) ? undefined : found
}

const definitions: readonly RegExp[] = [
  /\b(?:function\*?|class|interface|def|struct|enum|namespace|module|func|fn|trait|impl|record|type)\s+([\p{L}_$][\p{L}\p{N}_$]*)/u,
  /^(?:export\s+)?(?:const|let|var)\s+([\p{L}_$][\p{L}\p{N}_$]*)[^=]*=\s*(?:async\b|function\b|\(|[\p{L}_$][\p{L}\p{N}_$]*\s*=>)/u,
  /^(?:[\w<>[\],?.]+\s+)*#?([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:<[^>]*>)?\(/u,
  /^([\p{L}_$][\p{L}\p{N}_$]*)\s*[:=]\s*(?:async\b|function\b|\()/u,
]

const notDefinitions = new Set(
  "if for foreach while switch catch return using lock with elif else await throw new case do try match super".split(
    " ",
  ),
)

function headingsAbove(lines: readonly string[], at: number): readonly string[] {
  let isCode = false
  let path: readonly string[] = []
  for (const line of lines.slice(0, at + 1)) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    const [, marks = "", title = ""] = (isCode ? null : /^(#{1,6})\s+(.*)$/.exec(line)) ?? []
    if (marks !== "") path = [...path.slice(0, marks.length - 1), title.trim().toLowerCase()]
  }
  return path
}
