/** What a file of settings, a header or an answer holds under its keys. */
type DataMap = Readonly<Record<string, unknown>>

/** Whether a value that was read has keys: a list and nothing have none. */
export function isMap(value: unknown): value is DataMap {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
