import { redactRange } from "../../finding/redact.ts"
import { escapeHidden } from "../../text/escape-hidden.ts"

/** Text of an agent or program, made safe to show: no control characters, no secrets, and no longer than `most`. */
export function cleanText(value: unknown, most: number): string {
  const text = asText(value).replace(/\r\n?/g, "\n").trim()
  const shown = escapeHidden(redactRange(text.slice(0, most + BEYOND), 0, most))
  return text.length > most || shown.length > most ? `${cutToLength(shown, most - 1)}…` : shown
}

/** The same on one line. */
export function cleanLine(value: unknown, most: number): string {
  return cleanText(
    asText(value)
      .slice(0, most * 4 + BEYOND)
      .replace(/\s+/g, " "),
    most,
  )
}

/** Enough to recognise what was rejected. */
export function abbreviate(text: string): string {
  return cleanLine(text, 160)
}

/** A secret that crosses the cut is recognised as a whole. */
const BEYOND = 400

function asText(value: unknown): string {
  if (typeof value === "string") return value
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (!Array.isArray(value)) return ""
  return value.filter((item) => typeof item === "string").join("\n")
}

/** Never between the halves of a surrogate pair. */
function cutToLength(text: string, at: number): string {
  const half = text.charCodeAt(at - 1)
  return text.slice(0, half >= 0xd800 && half < 0xdc00 ? at - 1 : at)
}
