/** Where a text is comment or string; everything else is code. */
export interface Zones {
  readonly at: (offset: number) => "code" | "comment" | "string"
}

export type ZoneSyntax = "script" | "python"

/** Cuts a text by what begins and ends comments and strings; templates count as strings, what is inserted as code. */
export function zonesOf(text: string, syntax: ZoneSyntax): Zones {
  const starts: number[] = []
  const ends: number[] = []
  const kinds: ("comment" | "string")[] = []
  const token = syntax === "python" ? pythonToken : scriptToken
  token.lastIndex = 0
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const kind = kindOf(found[0], syntax)
    const isDivision = kind === "regex" && !mayStartRegex(text, found.index)
    if (isDivision) {
      token.lastIndex = found.index + 1
      continue
    }
    starts.push(found.index)
    ends.push(found.index + found[0].length)
    kinds.push(kind === "comment" ? "comment" : "string")
  }
  return {
    at(offset) {
      const place = lastAtMost(starts, offset)
      // What begins with the quote of a string is code that has a string in it.
      if (kinds[place] === "string" && starts[place] === offset) return "code"
      return place === -1 || offset >= (ends[place] ?? 0) ? "code" : (kinds[place] ?? "code")
    },
  }
}

const scriptToken =
  /\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?|`(?:[^`\\$]|\\[^]|\$(?!\{))*`|\/(?:[^/\\\n[*]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])*\//g

const pythonToken =
  /#[^\n]*|"""(?:[^"\\]|\\[^]|"(?!""))*(?:""")?|'''(?:[^'\\]|\\[^]|'(?!''))*(?:''')?|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?/g

function kindOf(token: string, syntax: ZoneSyntax): "comment" | "string" | "regex" {
  if (syntax === "python") return token[0] === "#" ? "comment" : "string"
  if (token[0] !== "/") return "string"
  return token[1] === "/" || token[1] === "*" ? "comment" : "regex"
}

/** A slash behind a value divides. */
function mayStartRegex(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && (text[before] === " " || text[before] === "\t")) before--
  if (before < 0 || !/[\w$)\]}]/.test(text[before] ?? "")) return true
  return /\b(?:return|typeof|case|of|in|await|yield)$/.test(text.slice(Math.max(0, before - 9), before + 1))
}

function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}
