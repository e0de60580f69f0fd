/** The cells of one table row; `\|` is a bar within a cell. */
export function splitRow(row: string): readonly string[] {
  const text = row.trim().replace(/^\|/, "")
  const cells: string[] = []
  let cell = ""
  for (let at = 0; at < text.length; at++) {
    const isBar = text[at] === "\\" && text[at + 1] === "|"
    if (isBar) at++
    if (isBar || text[at] !== "|") cell += text[at] ?? ""
    else {
      cells.push(cell)
      cell = ""
    }
  }
  if (cell !== "" || !text.endsWith("|")) cells.push(cell)
  return cells.map((cell) => cell.trim())
}

/** The content of a text that is exactly one code span. */
export function readCodeSpan(text: string): string | undefined {
  const fence = /^`+/.exec(text)?.[0]
  if (fence === undefined || text.length <= 2 * fence.length || !text.endsWith(fence)) return undefined
  const inner = text.slice(fence.length, -fence.length)
  return inner.includes(fence) ? undefined : fence.length > 1 ? inner.trim() : inner
}

/** The contents of all code spans in a text. */
export function findCodeSpans(text: string): readonly string[] {
  return [...text.matchAll(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g)].map((match) => (match[2] ?? "").trim())
}
