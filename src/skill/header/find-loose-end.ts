export interface LooseEnd {
  /** The line, counted from the frontmatter's first, at which it ends. */
  readonly at: number
  /** The frontmatter text on that line, if the fence was glued to its end. */
  readonly glued?: string
}

/**
 * Where frontmatter without a closing fence ends: before the first line that is Markdown and cannot be YAML. `closed`
 * is the doubtful case: there is a fence, but it may be a rule far down in the body. Then only a heading with prose
 * below it counts.
 */
export function findLooseEnd(lines: readonly string[], how: "closed" | "unclosed"): LooseEnd | undefined {
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

/** In YAML a heading is a comment, so only the text after it shows which it is. */
function proseFollows(lines: readonly string[], at: number): boolean {
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] ?? ""
    if (line.trim() === "" || line.startsWith("#")) continue
    return !isKey(line)
  }
  return true
}

/** Text that ends in dashes is a value if a field follows, or if nothing follows it before the fence. */
function endsThere(lines: readonly string[], at: number, how: "closed" | "unclosed"): boolean {
  const next = lines.slice(at + 1).find((line) => line.trim() !== "" && !line.startsWith("#"))
  return next === undefined ? how === "unclosed" : !isKey(next)
}
