/** Who wants to hear it: everyone; those who also want doubts; those who want every property. */
export const personas = ["regular", "pedantic", "auditor"] as const
export type Persona = (typeof personas)[number]

/** Whether a reader hears what is said to `first` and everyone more thorough. */
export function hears(reader: Persona, first: Persona = "regular"): boolean {
  return personas.indexOf(first) <= personas.indexOf(reader)
}
