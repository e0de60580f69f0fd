/** Keeps what was used last, up to a size in all; what is forgotten must be made again. */
export interface LastUsed<Kept> {
  readonly get: (key: string) => Kept | undefined
  /** One that is larger than all may be is kept too, alone, until the next. */
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
