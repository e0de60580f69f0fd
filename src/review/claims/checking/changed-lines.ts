import type { ReviewedFile } from "../reviewed-file.ts"
import type { LineSpan } from "../stated-finding.ts"

/**
 * Whether the lines are part of the change: one of them was added, or is where something was removed. Without a change,
 * the whole file is under review.
 */
export function isInChange({ line, endLine }: LineSpan, { changed, diff }: ReviewedFile): boolean {
  if (changed === undefined) return true
  if (changed.some((at) => at >= line && at <= endLine)) return true
  return findRemovals(diff ?? "").some((at) => at + 1 >= line && at <= endLine)
}

/** The lines before the places where lines were removed and not replaced, by their new numbers. */
function findRemovals(diff: string): readonly number[] {
  const places: number[] = []
  let line = 0
  let isInHunk = false
  for (const text of diff.split("\n")) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/.exec(text)
    if (hunk !== null) {
      // A hunk without added lines names the line before it.
      line = Number(hunk[1]) + (hunk[2] === "0" ? 1 : 0)
      isInHunk = true
    } else if (!isInHunk) continue
    else if (text.startsWith("-")) places.push(line - 1)
    else if (text.startsWith("+") || text.startsWith(" ")) line++
  }
  return [...new Set(places)]
}
