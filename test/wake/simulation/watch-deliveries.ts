/** What was delivered to whom, and what must be true of it. Throws if it is not. */
export interface Deliveries {
  posted(to: string, message: number): void
  /** An agent is shown a packet. Between its beginning and its end, nobody else may show it one. */
  begins(to: string, by: string): void
  ends(to: string, by: string): void
  /** The agent has these messages, in this order. */
  told(to: string, wake: number, messages: readonly number[]): void
  /** What an agent has seen, as it is stored. */
  seen(to: string, message: number): void
  /** Nothing more will happen to these. */
  over(all: readonly string[]): void
}

export function watchDeliveries(isGone: (by: string) => boolean): Deliveries {
  const posted = new Map<string, number[]>()
  const wakes = new Map<string, Map<number, number>>()
  const showing = new Map<string, string>()
  const of = <Value>(map: Map<string, Value>, to: string, none: Value): Value => {
    const found = map.get(to) ?? none
    map.set(to, found)
    return found
  }
  const fail = (what: string): never => {
    throw new Error(what)
  }
  const untold = (to: string, upTo: number) =>
    of(posted, to, []).filter((message) => message <= upTo && !of(wakes, to, new Map<number, number>()).has(message))

  return {
    posted: (to, message) => void of(posted, to, []).push(message),
    begins(to, by) {
      const other = showing.get(to)
      if (other !== undefined && other !== by && !isGone(other))
        fail(`${to}: ${by} begins while ${other} is not finished`)
      showing.set(to, by)
    },
    ends(to, by) {
      if (showing.get(to) === by) showing.delete(to)
    },
    told(to, wake, messages) {
      const known = of(wakes, to, new Map<number, number>())
      const first = messages.filter((message) => !known.has(message))
      const newest = Math.max(0, ...known.keys())
      if (first.some((message, at) => message <= (first[at - 1] ?? newest))) fail(`${to}: ${first} after ${newest}`)
      for (const message of messages) {
        const earlier = known.get(message) ?? wake
        if (earlier !== wake) fail(`${to}: message ${message} was told in wake-up ${earlier}, and again in ${wake}`)
        known.set(message, wake)
      }
    },
    seen(to, message) {
      const missed = untold(to, message)
      if (missed.length > 0) fail(`${to} counts as having seen ${message}, and was not told ${missed}`)
    },
    over(all) {
      for (const to of all) {
        const missed = untold(to, Number.MAX_SAFE_INTEGER)
        if (missed.length > 0) fail(`${to} was never told ${missed}`)
      }
    },
  }
}
