/** Who wants to hear it: everyone; those who also want doubts; those who want every property. */
export const personas = ["regular", "pedantic", "auditor"] as const
export type Persona = (typeof personas)[number]

/** The more thorough of two. */
export function narrower(a: Persona, b: Persona): Persona {
  return hears(a, b) ? a : b
}

/** Whether a reader hears what is said to `first` and everyone more thorough. */
export function hears(reader: Persona, first: Persona = "regular"): boolean {
  return personas.indexOf(first) <= personas.indexOf(reader)
}
