/**
 * Which trigrams of letters a text has: enough to rule out most literals without searching for each. Case is ignored
 * and rare characters share a slot, so it may say "perhaps", but never a wrong "no".
 */
export interface Sketch {
  readonly mayHave: (places: LiteralPlaces) => boolean
}

/** Where a literal's groups are noted. */
export type LiteralPlaces = readonly number[]

const BITS = 5
const MASK = (1 << (3 * BITS)) - 1
const places = new Uint8Array(256)
for (let byte = 0; byte < 256; byte++) places[byte] = classifyByte(byte)

const noted = new Uint8Array(MASK + 1)

/** Only one sketch is in use at a time: the next one reuses its memory. */
export function sketchBytes(bytes: Uint8Array): Sketch {
  noted.fill(0)
  let group = 0
  for (let at = 0; at < bytes.length; at++) {
    group = ((group << BITS) | (places[bytes[at] as number] as number)) & MASK
    noted[group] = 1
  }
  return { mayHave }
}

/** Asked for each word of each rule in each file. */
function mayHave(wanted: LiteralPlaces): boolean {
  for (let at = 0; at < wanted.length; at++) if (noted[wanted[at] as number] !== 1) return false
  return true
}

export function sketchLiteral(literal: string): LiteralPlaces {
  const bytes = new TextEncoder().encode(literal)
  const found: number[] = []
  let group = 0
  for (const [at, byte] of bytes.entries()) {
    group = ((group << BITS) | (places[byte] as number)) & MASK
    if (at >= 2) found.push(group)
  }
  return [...new Set(found)]
}

function classifyByte(byte: number): number {
  const lower = byte >= 65 && byte <= 90 ? byte + 32 : byte
  if (lower >= 97 && lower <= 122) return lower - 96
  if (lower >= 48 && lower <= 57) return 27
  if (lower <= 32) return 0
  return 28 + (lower & 3)
}
