/** The same function, called only once for each argument. */
export function remembered<Asked, Found>(find: (of: Asked) => Found): (of: Asked) => Found {
  const known = new Map<Asked, Found>()
  return (of) => {
    const before = known.get(of)
    if (before !== undefined || known.has(of)) return before as Found
    const found = find(of)
    known.set(of, found)
    return found
  }
}
