/** The fields of an entry, with normalised names: `fixType` and `fix-type` are `fix_type`. */
export type Fields = ReadonlyMap<string, unknown>

/** A map, so that no name can reach a prototype. The first of two spellings wins. */
export function fieldsOf(record: object): Fields {
  const fields = new Map<string, unknown>()
  for (const [name, value] of Object.entries(record).slice(0, MOST_FIELDS)) {
    const key = keyOf(name)
    if (!fields.has(key)) fields.set(key, value)
  }
  return fields
}

/** The first of these that is not empty. */
export function firstOf(fields: Fields, names: readonly string[]): unknown {
  for (const name of names) {
    const value = fields.get(name)
    if (value !== undefined && value !== null && value !== "") return value
  }
  return undefined
}

const MOST_FIELDS = 64

function keyOf(name: string): string {
  return name
    .slice(0, 60)
    .trim()
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[\s-]+/g, "_")
}
