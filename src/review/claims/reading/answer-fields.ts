/** The fields of an entry, with normalised names: `fixType` and `fix-type` are `fix_type`. */
export type AnswerFields = ReadonlyMap<string, unknown>

/** A map, so that no name can reach a prototype. The first of two spellings wins. */
export function normaliseFields(record: object): AnswerFields {
  const fields = new Map<string, unknown>()
  for (const [name, value] of Object.entries(record).slice(0, MOST_FIELDS)) {
    const key = normaliseKey(name)
    if (!fields.has(key)) fields.set(key, value)
  }
  return fields
}

/** The first of these that is not empty. */
export function findFirstField(fields: AnswerFields, names: readonly string[]): unknown {
  for (const name of names) {
    const value = fields.get(name)
    if (value !== undefined && value !== null && value !== "") return value
  }
  return undefined
}

const MOST_FIELDS = 64

function normaliseKey(name: string): string {
  return name
    .slice(0, 60)
    .trim()
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[\s-]+/g, "_")
}
