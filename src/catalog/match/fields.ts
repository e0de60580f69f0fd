/** The parts of a skill that are searched, with how many times a word is counted in each at most. */
export const FIELDS = ["body", "headings", "when", "description", "name"] as const

export type Field = (typeof FIELDS)[number]

/** How many bits each field's count has in a packed number: 16 together, the commonest lowest. */
const BITS = [5, 3, 3, 3, 2] as const

/** How often a word stands in each field, as one number. */
export function addCount(packed: number, field: Field): number {
  const at = FIELDS.indexOf(field)
  return countIn(packed, at) === mostIn(at) ? packed : packed + (1 << shiftOf(at))
}

/** The count of the field at this place in `FIELDS`. */
export function countIn(packed: number, at: number): number {
  return (packed >>> shiftOf(at)) & mostIn(at)
}

function mostIn(at: number): number {
  return (1 << (BITS[at] ?? 0)) - 1
}

const SHIFTS = BITS.map((_, at) => BITS.slice(0, at).reduce((sum, bits) => sum + bits, 0))

function shiftOf(at: number): number {
  return SHIFTS[at] ?? 0
}
