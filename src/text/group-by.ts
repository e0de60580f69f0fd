/** Items by a key, in the order in which keys first occur. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  readKey: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(readKey(item))
    if (group === undefined) groups.set(readKey(item), [item])
    else group.push(item)
  }
  return groups
}
