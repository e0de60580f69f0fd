/** What shows whether a stored document is still current for a skill. */
export interface DocumentKey {
  readonly path: string
  readonly name: string
  readonly size: number
  readonly changed: number
}

export interface KeyTable {
  readonly sizes: Float64Array
  readonly changed: Float64Array
  /** Path and name of each document, each followed by a NUL. */
  readonly keys: string
}

export function packKeys(keys: readonly DocumentKey[]): KeyTable {
  return {
    sizes: Float64Array.from(keys, ({ size }) => size),
    changed: Float64Array.from(keys, ({ changed }) => changed),
    keys: joinParts(keys.flatMap(({ path, name }) => [path, name])),
  }
}

/**
 * Whether a table begins with exactly these keys. There are thousands, so the texts are compared as one string, which
 * is much faster than one by one.
 */
export function startsWithKeys(table: KeyTable, wanted: readonly DocumentKey[]): boolean {
  const { sizes, changed } = table
  const parts: string[] = []
  for (let at = 0; at < wanted.length; at++) {
    const key = wanted[at]
    if (key === undefined || changed[at] !== key.changed || sizes[at] !== key.size) return false
    parts.push(key.path, key.name)
  }
  const joined = joinParts(parts)
  return table.keys.length === joined.length ? table.keys === joined : table.keys.slice(0, joined.length) === joined
}

/** A NUL after each. */
function joinParts(parts: readonly string[]): string {
  return parts.concat("").join("\0")
}

/** The input of `packKeys`. */
export function unpackKeys(table: KeyTable): readonly DocumentKey[] {
  const parts = table.keys.split("\0")
  return Array.from(table.sizes, (size, at) => ({
    path: parts[at * 2] ?? "",
    name: parts[at * 2 + 1] ?? "",
    size,
    changed: table.changed[at] ?? 0,
  }))
}
