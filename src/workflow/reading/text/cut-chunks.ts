import { outlineOf } from "../../../skill/body/outline.ts"

/** Cuts Markdown into paragraphs, list items of the outermost lists, headings and code, each as it is written. */
export function cutChunks(text: string): readonly string[] {
  const { lines, items, fences, headings } = outlineOf(text)
  const outermost = items.filter(({ depth, line }) => depth === 1 && !/^\s*>/.test(lines[line - 1] ?? ""))
  const itemLines = new Set(outermost.map(({ line }) => line))
  const inFence = new Set(fences.flatMap(({ from, to }) => range(from + 1, to)))
  const headingStarts = new Set(headings.map(({ line }) => line))
  const headingEnds = new Set(headings.map(({ endLine }) => endLine))
  const chunks: string[][] = []
  let isItem = false
  let isOpen = false
  for (const [at, line] of lines.entries()) {
    const number = at + 1
    const isBlank = line.trim() === ""
    const goesOn = inFence.has(number) || (isItem && (isBlank || /^(?: {2,}|\t)/.test(line)))
    if (itemLines.has(number) || headingStarts.has(number)) isOpen = false
    else if (isBlank && !goesOn) {
      isOpen = false
      isItem = false
      continue
    }
    const current = chunks.at(-1)
    if (current !== undefined && (isOpen || (goesOn && !itemLines.has(number)))) current.push(line)
    else {
      chunks.push([line])
      isItem = itemLines.has(number)
    }
    isOpen = !isBlank && !headingEnds.has(number)
  }
  return chunks.map((chunk) => chunk.join("\n").trimEnd())
}

/** A list item without its mark, and what belongs to it moved to the left as far. */
export function withoutMark(chunk: string): string {
  const mark = /^ {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/.exec(chunk)?.[0]
  if (mark === undefined) return chunk
  const [first = "", ...more] = chunk.slice(mark.length).split("\n")
  const width = mark.replace(/\[.\][ \t]+$/, "").length
  return [first, ...more.map((line) => line.replace(new RegExp(`^ {0,${width}}`), ""))].join("\n")
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}
