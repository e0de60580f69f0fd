/** Numbers that look random and are the same for the same seed and stream. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  below(limit: number): number
  chance(probability: number): boolean
  pick<One>(list: readonly One[]): One
}

export function openRandom(seed: number, stream: string): Random {
  let state = hashText(`${seed} ${stream}`)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick(list) {
      const found = list[below(list.length)]
      if (found === undefined) throw new Error("there is nothing to pick from")
      return found
    },
  }
}

/** A number between 0 and 1 derived from a text: the same text always gives the same one. */
export function drawShare(...parts: readonly (string | number)[]): number {
  return openRandom(hashText(parts.join("\n")), "share").next()
}

/** FNV-1a, 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
