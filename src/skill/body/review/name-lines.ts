const MOST_NAMED = 20

/** Lines as a message names them: `line 4`, `lines 4, 7`, at most twenty of them. */
export function nameLines(lines: readonly number[]): string {
  const named = lines.slice(0, MOST_NAMED).join(", ")
  const more = lines.length > MOST_NAMED ? ` and ${lines.length - MOST_NAMED} more` : ""
  return `${lines.length === 1 ? "line" : "lines"} ${named}${more}`
}
