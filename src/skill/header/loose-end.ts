export interface LooseEnd {
  /** The line, counted from the header's first, at which the header ends. */
  readonly at: number
  /** The header text of that line, when the fence was glued to its end. */
  readonly glued?: string
}

/**
 * Where a header whose closing fence is missing ends: before the first line that is Markdown and cannot be YAML.
 * `closed` is the doubtful case: a fence came, but it may be a rule far down in the body; then only a heading with
 * prose under it counts.
 */
export function looseEnd(lines: readonly string[], how: "closed" | "unclosed"): LooseEnd | undefined {
  if (!lines.some(isKey)) return undefined
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ""
    if (isHeading(line) && (lines[at - 1] ?? "").trim() === "" && proseFollows(lines, at)) return { at }
    const glued = /^(.*[^-\s])---[ \t]*$/.exec(line)?.[1]
    if (glued !== undefined && (lines[at + 1] ?? "").trim() === "" && endsThere(lines, at, how)) return { at, glued }
    if (how === "unclosed" && at > 0 && isProse(line) && (lines[at - 1] ?? "").trim() === "") return { at }
  }
  return how === "unclosed" ? { at: lines.length } : undefined
}

function isKey(line: string): boolean {
  return /^["']?[A-Za-z_][\w.-]*["']?[ \t]*:([ \t]|$)/.test(line)
}

function isHeading(line: string): boolean {
  return /^#{1,6}[ \t]+\S/.test(line)
}

function isProse(line: string): boolean {
  return line.trim() !== "" && !isKey(line) && !/^([ \t]|- |#|\}|\])/.test(line)
}

/** A heading is a comment to YAML: only what follows tells which it is. */
function proseFollows(lines: readonly string[], at: number): boolean {
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] ?? ""
    if (line.trim() === "" || line.startsWith("#")) continue
    return !isKey(line)
  }
  return true
}

/** What ends in dashes is a value where a field follows, or nothing does before the fence. */
function endsThere(lines: readonly string[], at: number, how: "closed" | "unclosed"): boolean {
  const next = lines.slice(at + 1).find((line) => line.trim() !== "" && !line.startsWith("#"))
  return next === undefined ? how === "unclosed" : !isKey(next)
}
