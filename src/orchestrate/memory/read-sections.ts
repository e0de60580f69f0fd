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
    const isCode = fence !== undefined
    fence = trackFence(line, fence)
    const section = isCode ? null : /^##\s+Section\s+(\d+)\b/.exec(line)
    if (section !== null) {
      const number = Number(section[1])
      if (found.has(number)) twice.push(number)
      at = []
      found.set(number, at)
    } else if (!isCode && /^#\s+\S/.test(line)) {
      title ??= line.replace(/^#\s+/, "").trim()
      at = undefined
    } else at?.push(line)
    if (line.trim() !== "") last = isCode || fence !== undefined ? "" : line.trim()
  }
  const sections = new Map([...found].map(([number, lines]) => [number, dropMarker(lines)]))
  return { title, sections, twice, last }
}

/** The fence that is open after a line. */
function trackFence(line: string, open: string | undefined): string | undefined {
  const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
  if (open === undefined) return mark
  return mark !== undefined && mark.startsWith(open) && line.trim() === mark ? undefined : open
}

/** Without the completion marker, which belongs to the file. */
function dropMarker(lines: readonly string[]): string {
  return lines
    .filter((line) => !/^\*\*[A-Z0-9_]+_COMPLETE\*\*$/.test(line.trim()))
    .join("\n")
    .trim()
}

/** The lines of a section in order: those of code, without the fences, and the others. */
function splitCodeLines(section: string): readonly { readonly line: string; readonly isCode: boolean }[] {
  let fence: string | undefined
  return section.split("\n").flatMap((line) => {
    const before = fence
    fence = trackFence(line, before)
    return before === fence ? [{ line, isCode: fence !== undefined }] : []
  })
}

/** Text in code is quoted and has no meaning. Only the beginning of an overlong line counts. */
export function readPlainLines(section: string): readonly string[] {
  return splitCodeLines(section).flatMap(({ line, isCode }) => (isCode ? [] : [line.slice(0, LONGEST_LINE).trim()]))
}

const LONGEST_LINE = 2000

/** A section that consists only of punctuation counts as empty. */
export function isEmptySection(section: string): boolean {
  return !splitCodeLines(section).some(({ line }) => /[\p{L}\p{N}]/u.test(line))
}

/** The JSON of a section: the first block of code, or the whole of it. */
export function readSectionJson(section: string): unknown {
  const lines = section.split("\n")
  const from = lines.findIndex((line) => trackFence(line, undefined) !== undefined)
  const fence = trackFence(lines[from] ?? "", undefined)
  const to = lines.findIndex((line, at) => at > from && trackFence(line, fence) === undefined)
  try {
    return JSON.parse(from === -1 || to === -1 ? section : lines.slice(from + 1, to).join("\n")) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
