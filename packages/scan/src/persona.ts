/** How much a reader wants to see: the essentials; also doubtful matches; everything. */
export const personas = ["regular", "pedantic", "auditor"] as const
export type Persona = (typeof personas)[number]

/** Whether a reader sees what is meant for `first` and for everyone more thorough. */
export function hears(reader: Persona, first: Persona = "regular"): boolean {
  return personas.indexOf(first) <= personas.indexOf(reader)
}
