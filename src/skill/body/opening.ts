/** How a body begins: what serves as a description where the header has none. */
export interface Opening {
  /** The first line that is not empty, heading marks stripped. */
  readonly line: string
  /** The first paragraph of prose, or the first heading when there is none. */
  readonly paragraph: string
}

const MOST = 1024

export function openingOf(body: string): Opening {
  const line = /^.*\S.*$/m.exec(body)?.[0] ?? ""
  return { line: cut(withoutMarks(line)), paragraph: cut(firstParagraph(body) ?? withoutMarks(line)) }
}

function firstParagraph(body: string): string | undefined {
  let fence: string | undefined
  const paragraph: string[] = []
  for (const line of body.slice(0, 64 * 1024).split(/\r\n|\n|\r/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined
      continue
    }
    if (mark !== undefined) fence = mark
    const isText = mark === undefined && line.trim() !== "" && !/^\s*(#{1,6}\s|[-=*_]{3,}\s*$|<!--|\||!\[)/.test(line)
    if (isText) paragraph.push(line.trim())
    else if (paragraph.length > 0) break
  }
  if (paragraph.length === 0) return undefined
  return paragraph.join(" ").replace(/^(>\s*|[-*+]\s+|\d+[.)]\s+)/, "")
}

function withoutMarks(line: string): string {
  return line.trim().replace(/^#+\s*/, "")
}

function cut(text: string): string {
  return text.length > MOST ? text.slice(0, MOST) : text
}
