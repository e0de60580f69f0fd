/** How much a reader wants to see: the essentials; also doubtful findings; everything. */
export const personas = ["regular", "pedantic", "auditor"] as const
export type Persona = (typeof personas)[number]

/** The more thorough of two. */
export function pickNarrower(a: Persona, b: Persona): Persona {
  return maySee(a, b) ? a : b
}

/** Whether a reader sees what is meant for `first` and for everyone more thorough. */
export function maySee(reader: Persona, first: Persona = "regular"): boolean {
  return personas.indexOf(first) <= personas.indexOf(reader)
}
