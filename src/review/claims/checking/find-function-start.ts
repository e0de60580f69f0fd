/**
 * The line on which the function around a line begins, judged by indentation; undefined at the top level. Good enough
 * to distinguish two functions, in any indented language.
 */
export function findFunctionStart(lines: readonly string[], line: number): number | undefined {
  let indent = Number.POSITIVE_INFINITY
  for (let at = line; at > Math.max(0, line - FARTHEST); at--) {
    const text = (lines[at - 1] ?? "").slice(0, 400)
    const own = text.search(/\S/)
    if (own === -1 || own >= indent) continue
    if (HEAD.test(text) && !BRANCH.test(text)) return at
    // A closing bracket is as deep as the line that opens it: the first line of a function, if it closes parameters.
    const isClosing = /^\s*[)\]}]/.test(text) && at === line
    indent = isClosing || PARAMETERS_END.test(text) ? own + 1 : own
    if (indent === 0) return undefined
  }
  return undefined
}

const FARTHEST = 2000
const PARAMETERS_END = /^\s*\)[^;]{0,200}[{:]\s*$/
const HEAD =
  /\bfunction\b|\b(?:def|fn|func|fun|sub)\s+[\w(]|=>\s*[{(]?\s*$|^\s*(?:[\w$<>[\],.?*&]+\s+){0,6}[\w$~#]+\s*\([^;]*\)?[^;=]{0,80}\{\s*$/
const BRANCH =
  /^\s*(?:\}\s*)?(?:if|for|foreach|while|switch|catch|else|elif|do|try|return|with|when|match|using|lock)\b/
