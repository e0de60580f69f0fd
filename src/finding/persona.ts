/** How much a reader wants to see: the essentials; also doubtful findings; everything. */
export const personas = ["regular", "pedantic", "auditor"] as const
export type Persona = (typeof personas)[number]

/** The more thorough of two. */
export function narrower(a: Persona, b: Persona): Persona {
  return hears(a, b) ? a : b
}

/** Whether a reader sees what is meant for `first` and for everyone more thorough. */
export function hears(reader: Persona, first: Persona = "regular"): boolean {
  return personas.indexOf(first) <= personas.indexOf(reader)
}
