import type { LineOf, ListingEntry } from "./entry-line.ts"

/** Every name stays; each entry in turn keeps its text if there is room for it, so a short one may follow a bare one. */
export function fitInOrder(entries: readonly ListingEntry[], limit: number, lineOf: LineOf): readonly ListingEntry[] {
  const total = entries.reduce((sum, { characters }) => sum + characters, 0)
  if (total <= limit) return entries
  const bare = entries.map((entry) => lineOf({ ...entry, text: null }).length + 1)
  let left = limit - bare.reduce((sum, characters) => sum + characters, 0)
  return entries.map((entry, at) => {
    const name = bare[at] ?? 0
    const cost = entry.characters - name
    if (cost <= left) {
      left -= cost
      return entry
    }
    return { ...entry, text: null, state: "bare", characters: name }
  })
}
