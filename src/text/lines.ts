/** The whole line that an offset is in. */
export function findLineAround(text: string, offset: number): string {
  const end = text.indexOf("\n", offset)
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1, end === -1 ? undefined : end)
}

/** How many entries of a sorted list are at most this large. */
export function countAtMost<Entry, Value extends number | string>(
  sorted: readonly Entry[],
  most: Value,
  readValue: (entry: Entry) => Value,
): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (readValue(sorted[middle] as Entry) <= most) low = middle + 1
    else high = middle
  }
  return low
}
