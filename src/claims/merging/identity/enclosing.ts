/** The names of what a line stands in, outermost first: `CartStore/add`, or a page's headings. */
export function enclosingPath(lines: readonly string[], at: number, isProse: boolean): string {
  return (isProse ? headingsAbove(lines, at) : definitionsAround(lines, at)).join("/")
}

/** By indentation: what is written further left, above, and opens something holds what comes below it. */
function definitionsAround(lines: readonly string[], at: number): readonly string[] {
  const names: string[] = []
  let limit = indentOf(lines[at] ?? "")
  for (let above = at - 1; above >= 0 && limit > 0; above--) {
    const line = (lines[above] ?? "").trim().slice(0, LONGEST)
    const indent = indentOf(lines[above] ?? "")
    if (line === "" || indent >= limit) continue
    const name = definedBy(line)
    // `) {` and a brace by itself end what began above them, equally far left; a stray line holds nothing.
    if (/^[)\]}{]/.test(line)) limit = indent + 1
    else if (name !== undefined || /[{([:,]$|=>$/.test(line)) limit = indent
    if (name !== undefined) names.unshift(name)
  }
  return names
}

const LONGEST = 300

function indentOf(line: string): number {
  return /^[\t ]*/.exec(line)?.[0].replaceAll("\t", "    ").length ?? 0
}

function definedBy(line: string): string | undefined {
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
