/**
 * Times as people read them. They are in UTC and say so: the same rows give the same text everywhere, and nobody takes
 * them for local time.
 */

/** `10:32 UTC`. */
export function formatMinute(at: number): string {
  return `${new Date(at).toISOString().slice(11, 16)} UTC`
}

/** `10:32:05 UTC`. */
export function formatSecond(at: number): string {
  return `${new Date(at).toISOString().slice(11, 19)} UTC`
}

/** `2026-03-01 10:32 UTC`, or with seconds. */
export function formatDateTime(at: number, precision: "minute" | "second" = "minute"): string {
  const text = new Date(at).toISOString().replace("T", " ")
  return `${text.slice(0, precision === "minute" ? 16 : 19)} UTC`
}
