/** What tells whether a kept document is still that of a skill. */
export interface DocumentKey {
  readonly path: string
  readonly name: string
  readonly size: number
  readonly changed: number
}

export interface KeyTable {
  readonly sizes: Float64Array
  readonly changed: Float64Array
  /** Path and name of each document, a NUL behind each. */
  readonly keys: string
}

export function tableOf(keys: readonly DocumentKey[]): KeyTable {
  return {
    sizes: Float64Array.from(keys, ({ size }) => size),
    changed: Float64Array.from(keys, ({ changed }) => changed),
    keys: keys.map(({ path, name }) => `${path}\0${name}\0`).join(""),
  }
}

/** Whether a table begins with exactly these keys. One pass, nothing made: it is asked of thousands. */
export function beginsWith(table: KeyTable, wanted: readonly DocumentKey[]): boolean {
  const { sizes, changed, keys } = table
  let from = 0
  for (let at = 0; at < wanted.length; at++) {
    const key = wanted[at]
    if (key === undefined || changed[at] !== key.changed || sizes[at] !== key.size) return false
    const { path, name } = key
    const named = from + path.length + 1
    if (!keys.startsWith(path, from) || !keys.startsWith(name, named)) return false
    from = named + name.length + 1
    if (keys.charCodeAt(named - 1) !== 0 || keys.charCodeAt(from - 1) !== 0) return false
  }
  return true
}

/** What `tableOf` was made of. */
export function keysOf(table: KeyTable): readonly DocumentKey[] {
  const parts = table.keys.split("\0")
  return Array.from(table.sizes, (size, at) => ({
    path: parts[at * 2] ?? "",
    name: parts[at * 2 + 1] ?? "",
    size,
    changed: table.changed[at] ?? 0,
  }))
}
