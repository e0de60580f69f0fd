import { randomBytes } from "node:crypto"

/** Digits and letters that cannot be mistaken for each other. */
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"

/** Short enough to be typed. */
export function makeId(kind: string, length = 8): string {
  return `${kind}-${Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join("")}`
}
