import { squeezeName } from "../name-likeness.ts"

/** What tells whether a kept document is still that of a skill. */
export interface DocumentKey {
  readonly path: string
  readonly name: string
  readonly size: number
  readonly changed: number
}

/** All paths and names as one text, so that thousands are compared at once. */
export function joinKeys(keys: readonly DocumentKey[]): string {
  const parts: string[] = []
  for (const { path, name } of keys) parts.push(path, name)
  return parts.join("\0")
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
