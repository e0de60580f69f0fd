import { randomBytes } from "node:crypto"

/** Letters that cannot be mistaken for digits. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz"

/** Short enough to be typed. */
export function makeId(kind: string): string {
  return `${kind}-${drawLetters(`23456789${LETTERS}`, 8)}`
}

/** For people, who read and say names: letters only. */
export function makeName(kind: string): string {
  return `${kind}-${drawLetters(LETTERS, 4)}`
}

function drawLetters(letters: string, length: number): string {
  return Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join("")
}
