/** A whole number as people read it: 12,345. Without the tables of a locale, whose first use costs many milliseconds. */
export function grouped(number: number): string {
  return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ",")
}

/** `1 finding`, `12,345 findings`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}
