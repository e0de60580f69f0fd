/** The content of a settings file, frontmatter or an answer, by key. */
type DataMap = Readonly<Record<string, unknown>>

/** Whether a parsed value is a map, not a list or null. */
export function isMap(value: unknown): value is DataMap {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** A parsed value as a map; an empty one if it is anything else. */
export function toMap(value: unknown): DataMap {
  return isMap(value) ? value : {}
}
