/** Who can be asked to do something. A closed set: a name that is not here is a slip of the keyboard. */
export const roles = {
  "quality-reviewer":
    "You review the work of others against stated rules. You report what you can prove; you fix nothing.",
  "technical-writer": "You write and correct documentation. You change no behaviour.",
  developer: "You write and change code and its tests. You stay within the task you were given.",
  explore: "You read code and report what is there, with paths and lines. You change nothing.",
  "general-purpose": "You do the task you were given, and nothing beside it.",
  architect: "You weigh designs: structure, dependencies, what they cost later. You change nothing.",
} as const satisfies Record<string, string>

export type Role = keyof typeof roles

export function isRole(text: string): text is Role {
  return Object.hasOwn(roles, text)
}

/** How able a model a step asks for; which model that is, settings say. */
export const tiers = ["large", "mid", "small"] as const
export type Tier = (typeof tiers)[number]
