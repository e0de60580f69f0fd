import type { ReviewedFile } from "../../claims/reviewed-file.ts"
import type { Gathered } from "../review-data.ts"

/** So many characters of code are shown in full; what is left is shown by its beginning. */
const MOST_CHARACTERS = 300_000
const PREVIEW_LINES = 50

/** The files under review as every reviewer sees them, what a skill names first. The same for all of them. */
export function showFiles(gathered: Gathered, how: { readonly diffOnly: boolean }): string {
  if (gathered.content === "paths") return gathered.files.map(pathLine).join("\n")
  const ordered = [...gathered.files].sort((a, b) => Number(b.isPriority) - Number(a.isPriority))
  let room = MOST_CHARACTERS
  return ordered
    .map((file) => {
      const whole = how.diffOnly && file.diff !== undefined ? file.diff : numbered(file.text)
      const isWhole = whole.length <= room
      const shown = isWhole ? whole : numbered(file.text.split("\n").slice(0, PREVIEW_LINES).join("\n"))
      room -= Math.min(room, shown.length)
      return block(file, shown, isWhole)
    })
    .join("\n\n")
}

function pathLine({ path, isPriority, changed }: ReviewedFile): string {
  const marks = [
    ...(isPriority ? ["read first"] : []),
    ...(changed === undefined ? [] : [`${changed.length} changed lines`]),
  ]
  return `- ${path}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`
}

function block(file: ReviewedFile, shown: string, isWhole: boolean): string {
  const lines = file.text.split("\n").length
  const about = [
    ...(file.isPriority ? ["read first"] : []),
    ...(file.changed === undefined ? [] : [`changed lines: ${ranges(file.changed)}`]),
    ...(isWhole ? [] : [`only the beginning of ${lines} lines; read the rest in the file`]),
  ]
  const fence = "`".repeat(Math.max(3, longestRun(shown) + 1))
  return `File ${file.path}${about.length === 0 ? "" : ` (${about.join("; ")})`}\n${fence}${file.language}\n${shown}\n${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}

function numbered(text: string): string {
  const lines = text.split("\n")
  const width = String(lines.length).length
  return lines.map((line, at) => `${String(at + 1).padStart(width)}| ${line}`).join("\n")
}

/** `3-7, 12`. */
export function ranges(lines: readonly number[]): string {
  const sorted = [...new Set(lines)].sort((a, b) => a - b)
  const parts: string[] = []
  for (let at = 0; at < sorted.length; ) {
    let end = at
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end++
    parts.push(at === end ? String(sorted[at]) : `${sorted[at]}-${sorted[end]}`)
    at = end + 1
  }
  return parts.join(", ")
}
