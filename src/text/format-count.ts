/** A whole number as people read it: 12,345. Without the tables of a locale, whose first use costs many milliseconds. */
export function groupDigits(number: number): string {
  return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ",")
}

/** `1 finding`, `12,345 findings`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`
}
