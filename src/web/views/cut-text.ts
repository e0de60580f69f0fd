import type { WireText } from "@skillet/dashboard"

const MOST = 200_000

/** A text with a bounded length; the page says how long the whole is, and which command prints it. */
export function cutText(text: string | undefined, most = MOST): WireText {
  const whole = text ?? ""
  return { text: whole.length > most ? whole.slice(0, most) : whole, length: whole.length }
}

/** A line for a list. */
export function cutLine(text: string, most = 400): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
