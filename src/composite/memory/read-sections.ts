export interface Sections {
  readonly title?: string | undefined
  /** The text under `## Section N: …`, by number. */
  readonly sections: ReadonlyMap<number, string>
  /** Numbers of sections that occur more than once. */
  readonly twice: readonly number[]
  /** The last line outside of code that is not empty. */
  readonly last: string
}

/** Splits a memory file at its headings. Text in code fences is never a heading. */
export function readSections(text: string): Sections {
  const found = new Map<number, string[]>()
  const twice: number[] = []
  let fence: string | undefined
  let at: string[] | undefined
  let title: string | undefined
  let last = ""
  for (const line of text.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark !== undefined && mark.startsWith(fence) && line.trim() === mark) fence = undefined
      at?.push(line)
      last = line.trim() === "" ? last : ""
      continue
    }
    if (mark !== undefined) fence = mark
    const section = /^##\s+Section\s+(\d+)\b/.exec(line)
    if (section !== null) {
      const number = Number(section[1])
      if (found.has(number)) twice.push(number)
      at = []
      found.set(number, at)
    } else if (/^#\s+\S/.test(line)) {
      title ??= line.replace(/^#\s+/, "").trim()
      at = undefined
    } else at?.push(line)
    if (line.trim() !== "") last = mark === undefined ? line.trim() : ""
  }
  const sections = new Map([...found].map(([number, lines]) => [number, bodyOf(lines)]))
  return { title, sections, twice, last }
}

/** Without the completion marker, which belongs to the file. */
function bodyOf(lines: readonly string[]): string {
  return lines
    .filter((line) => !/^\*\*[A-Z0-9_]+_COMPLETE\*\*$/.test(line.trim()))
    .join("\n")
    .trim()
}

/** The JSON of a section: fenced, or the whole of it. */
export function jsonIn(section: string): unknown {
  const fenced = /^ {0,3}(?:`{3,}|~{3,})\w*[ \t]*\n([\s\S]*?)\n {0,3}(?:`{3,}|~{3,})[ \t]*$/m.exec(section)?.[1]
  try {
    return JSON.parse(fenced ?? section) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
