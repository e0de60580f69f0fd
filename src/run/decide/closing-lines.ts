const CLOSING = /^\W*(?:(?:OUTCOME|RESULT)[^\w:]*:\W*\w+\W*|ORCHESTRATOR ACTION:.*)$/

/** An answer without the lines at its end that say how it went and what to run next. A single line is kept. */
export function withoutClosingLines(text: string): string {
  let bare = text.trim()
  for (;;) {
    const at = bare.lastIndexOf("\n") + 1
    if (at === 0 || !CLOSING.test(bare.slice(at))) return bare
    bare = bare.slice(0, at).trim()
  }
}

/** Whether an answer says nothing. The result of a review is an answer; an outcome alone is not. */
export function saysNothing(text: string | undefined): boolean {
  const bare = withoutClosingLines(text ?? "")
  return bare === "" || (CLOSING.test(bare) && !/RESULT/.test(text ?? ""))
}
