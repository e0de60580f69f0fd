/** The names a person may have meant, nearest first: at most three, and none that is too different. */
export function findNearestNames(wanted: string, names: Iterable<string>): readonly string[] {
  const lower = wanted.toLowerCase()
  const far = Math.max(2, Math.floor(lower.length / 3))
  const near: { readonly name: string; readonly distance: number }[] = []
  for (const name of new Set(names)) {
    const distance = measureDistance(lower, name.toLowerCase(), far)
    if (distance <= far) near.push({ name, distance })
  }
  return near
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name)
}

function measureDistance(wanted: string, name: string, far: number): number {
  if (wanted === name) return 0
  const last = name.slice(name.lastIndexOf(":") + 1)
  if (last === wanted) return 0.5
  if (wanted.length >= 3 && (name.startsWith(wanted) || last.startsWith(wanted))) return 1
  return Math.min(edits(wanted, name, far), edits(wanted, last, far) + 0.5)
}

/** Edit distance with swaps of neighbouring characters; stops counting beyond `far`. */
function edits(a: string, b: string, far: number): number {
  if (Math.abs(a.length - b.length) > far) return far + 1
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    before = above
    above = row
  }
  return above[b.length] ?? far + 1
}
