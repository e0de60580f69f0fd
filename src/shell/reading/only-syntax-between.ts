/**
 * Whether everything between the spans is shell punctuation, so that no text was skipped. A parser that recovers from
 * what it does not understand may leave words out; this check notices.
 */
export function hasOnlySyntaxBetween(
  text: string,
  spans: readonly (readonly [number, number])[],
  syntax: RegExp,
): boolean {
  let at = 0
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    if (from < at || to < from || !isSyntax(text.slice(at, from), syntax)) return false
    at = to
  }
  return at <= text.length && isSyntax(text.slice(at), syntax)
}

const COMMON = String.raw`[ \t\n]|\\\n|;;&|;;|;&|&&|\|\||\|&|[;&|(){}!]`
const KEYWORDS = String.raw`(?:if|then|elif|else|fi|for|while|until|do|done|case|in|esac|select)(?![\w-])`

/** Between the words of a command line. */
export const SCRIPT_SYNTAX = new RegExp(`(?:${COMMON}|${KEYWORDS}|#[^\n]*(?=\n|$))`, "y")

/** The same within a substitution, where a comment could hide its end. */
export const NESTED_SYNTAX = new RegExp(`(?:${COMMON}|${KEYWORDS})`, "y")

/** Between the words of `[[ … ]]`. */
export const TEST_SYNTAX = /(?:[ \t\n]|\\\n|\[\[|\]\]|&&|\|\||[()!]|-[a-zA-Z]{1,2}(?![\w-])|=~|==?|!=|<|>)/y

function isSyntax(gap: string, syntax: RegExp): boolean {
  let at = 0
  while (at < gap.length) {
    syntax.lastIndex = at
    if (!syntax.test(gap)) return false
    at = syntax.lastIndex
  }
  return true
}
