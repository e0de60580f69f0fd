/**
 * Among fewer skills than this, how rare a word is says less: most words have one holder. Rarity is then estimated for
 * this many skills, as if more of the same kind were added.
 */
export const MANY_SKILLS = 300

/** How fast the holders of a word increase with the skills. */
const NEW_HOLDERS = 0.35

/** The value of a word that so many of the skills have. */
export function measureRarity(holding: number, skills: number): number {
  const many = Math.max(skills, MANY_SKILLS)
  const holders = holding * (many / Math.max(1, skills)) ** NEW_HOLDERS
  return Math.log(1 + (many - holders + 0.5) / (holders + 0.5))
}

/** The value of a word that no other of many skills has. */
export function measureUnique(skills: number): number {
  return measureRarity(1, Math.max(MANY_SKILLS, skills))
}
