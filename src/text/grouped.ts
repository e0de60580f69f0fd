/** A whole number as people read it: 12,345. Without the tables of a locale, whose first use costs many milliseconds. */
export function grouped(number: number): string {
  return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ",")
}
