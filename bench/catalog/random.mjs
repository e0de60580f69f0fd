/** A small seeded random generator (mulberry32): the same seed gives the same skills on every machine. */
export function seededRandom(seed) {
  let state = seed >>> 0

  function next() {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  function between(least, most) {
    return least + Math.floor(next() * (most - least + 1))
  }

  function pick(list) {
    return list[Math.floor(next() * list.length)]
  }

  function some(list, count) {
    return Array.from({ length: count }, () => pick(list))
  }

  function chance(share) {
    return next() < share
  }

  /** Log-normal around its median, limited to [least, most]. */
  function logNormal({ median, sigma, least, most }) {
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
    return Math.round(Math.min(most, Math.max(least, median * Math.exp(sigma * normal))))
  }

  return { next, between, pick, some, chance, logNormal }
}
