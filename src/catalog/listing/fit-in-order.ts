import type { LineOf, ListingEntry } from "./entry-line.ts"

/** Every name stays; the first entries keep their text as long as there is room. */
export function fitInOrder(entries: readonly ListingEntry[], limit: number, lineOf: LineOf): readonly ListingEntry[] {
  const total = entries.reduce((sum, { characters }) => sum + characters, 0)
  if (total <= limit) return entries
  const bare = entries.map((entry) => lineOf({ ...entry, text: null }).length + 1)
  let left = limit - bare.reduce((sum, characters) => sum + characters, 0)
  let full = false
  return entries.map((entry, at) => {
    const name = bare[at] ?? 0
    const cost = entry.characters - name
    if (!full && cost <= left) {
      left -= cost
      return entry
    }
    full = true
    return { ...entry, text: null, state: "bare", characters: name }
  })
}
