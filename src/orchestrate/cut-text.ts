import { estimateTokens } from "../text/estimate-tokens.ts"

/** A text of at most this many tokens, cut at a line, with a note that says so and where the rest is. */
export function cutWithMarker(text: string, most: number, file: string): string {
  const whole = estimateTokens(text)
  if (whole <= most) return text
  const lines = text.split("\n")
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (estimateTokens(lines.slice(0, middle).join("\n")) <= most) low = middle
    else high = middle - 1
  }
  const kept = low === 0 ? cutLine(lines[0] ?? "", most) : lines.slice(0, low).join("\n")
  return `${kept}\n[cut here: about ${most} of ${whole} tokens are shown; the rest is in ${file}]`
}

/** A single line that is longer than the limit. */
function cutLine(line: string, most: number): string {
  let length = Math.min(line.length, most * 4)
  while (length > 0 && estimateTokens(line.slice(0, length)) > most) length = Math.floor(length * 0.9)
  return line.slice(0, length)
}
