import { squeezeName } from "../name-likeness.ts"

/** What tells whether a kept document is still that of a skill. */
export interface DocumentKey {
  readonly path: string
  readonly name: string
  readonly size: number
  readonly changed: number
}

/** All paths and names as one text, a NUL behind each. */
export function joinKeys(keys: readonly DocumentKey[]): string {
  return keys.map(({ path, name }) => `${keyText(path, name)}\0`).join("")
}

export interface KeyTable {
  readonly sizes: Float64Array
  readonly changed: Float64Array
  /** As `joinKeys` makes it. */
  readonly keys: string
}

/** Whether a table holds exactly these keys in this order. One pass, nothing made: it is asked of thousands. */
export function holdsExactly(table: KeyTable, wanted: readonly DocumentKey[]): boolean {
  const { sizes, changed, keys } = table
  if (sizes.length !== wanted.length) return false
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
  return from === keys.length
}

/** The squeezed names, each behind a NUL, and a NUL at the end. */
export function joinNames(keys: readonly DocumentKey[]): string {
  return `${keys.map(({ name }) => `\0${squeezeName(name)}`).join("")}\0`
}

/** One text for each document: its path and its name. */
export function splitKeys(joined: string): readonly string[] {
  const parts = joined.split("\0")
  const keys: string[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) keys.push(keyText(parts[at] ?? "", parts[at + 1] ?? ""))
  return keys
}

export function keyText(path: string, name: string): string {
  return `${path}\0${name}`
}
