/** Where an offset is in a text: lines and columns from 1. Created once for a text, then used for many offsets. */
export function openLinePlaces(text: string): (offset: number) => { readonly line: number; readonly column: number } {
  const starts = [0]
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1)
  return (offset) => {
    const line = countAtMost(starts, offset, (start) => start)
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 }
  }
}

/** How many entries of a sorted list are at most this large. */
export function countAtMost<Entry, Value extends number | string>(
  sorted: readonly Entry[],
  most: Value,
  valueOf: (entry: Entry) => Value,
): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (valueOf(sorted[middle] as Entry) <= most) low = middle + 1
    else high = middle
  }
  return low
}
