/** The same function, called only once for each argument. */
export function memoise<Asked, Found>(find: (of: Asked) => Found): (of: Asked) => Found {
  const known = new Map<Asked, Found>()
  return (of) => {
    const before = known.get(of)
    if (before !== undefined || known.has(of)) return before as Found
    const found = find(of)
    known.set(of, found)
    return found
  }
}

/** The same for two positions in a list, whose order does not matter: the smaller one comes first. */
export function memoisePairs<Found>(length: number, find: (a: number, b: number) => Found) {
  const known = new Map<number, Found>()
  return (a: number, b: number): Found => {
    const [first, second] = a < b ? [a, b] : [b, a]
    const key = first * length + second
    const before = known.get(key)
    if (before !== undefined) return before
    const found = find(first, second)
    known.set(key, found)
    return found
  }
}

/** Keeps the most recently used entries up to a total size. Evicted entries must be made again. */
export interface LastUsed<Kept> {
  readonly get: (key: string) => Kept | undefined
  /** An entry larger than the total size is kept too, alone, until the next one. */
  readonly put: (key: string, kept: Kept, size: number) => void
}

export function openLastUsed<Kept>(most: number): LastUsed<Kept> {
  const entries = new Map<string, { readonly kept: Kept; readonly size: number }>()
  let sum = 0
  const remove = (key: string): void => {
    sum -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.kept
    },
    put(key, kept, size) {
      remove(key)
      for (const oldest of entries.keys()) {
        if (sum + size <= most) break
        remove(oldest)
      }
      entries.set(key, { kept, size })
      sum += size
    },
  }
}
