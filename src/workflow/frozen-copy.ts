/** A copy of plain data in which nothing can be changed. Functions are kept as they are. */
export function frozenCopy<T>(value: T): T
export function frozenCopy(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map((entry) => frozenCopy(entry)))
  if (typeof value !== "object" || value === null) return value
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, held]) => [key, frozenCopy(held)])))
}
