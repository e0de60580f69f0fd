/** Splits at a separator that stands outside brackets: `Bash(git log:*), Read` has two parts, `*.{js,ts}, *.md` too. */
export function splitOutside(text: string, separator: RegExp, brackets: "()" | "{}"): readonly string[] {
  const [open = "", close = ""] = brackets
  const parts: string[] = []
  let depth = 0
  let part = ""
  for (const character of text) {
    if (character === open) depth++
    if (character === close) depth = Math.max(0, depth - 1)
    if (depth === 0 && separator.test(character)) {
      parts.push(part)
      part = ""
    } else part += character
  }
  return [...parts, part]
}
