import { isMap } from "../../text/is-map.ts"
export type JsonObject = Readonly<Record<string, unknown>>

/** Reads fields of a program's output: a missing field, or one of another type, is undefined, never an error. */
export function readObject(value: unknown, ...keys: readonly string[]): JsonObject | undefined {
  const found = keys.reduce<unknown>((at, key) => (isMap(at) ? at[key] : undefined), value)
  return isMap(found) ? found : undefined
}

export function readString(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = readField(value, keys)
  return typeof found === "string" ? found : undefined
}

/** A count or an amount; undefined if it is negative or not finite. It is limited, so that a sum of many stays finite. */
export function readNumeric(value: unknown, ...keys: readonly string[]): number | undefined {
  const found = readField(value, keys)
  return typeof found === "number" && Number.isFinite(found) && found >= 0
    ? Math.min(found, Number.MAX_SAFE_INTEGER)
    : undefined
}

export function readArray(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = readField(value, keys)
  return Array.isArray(found) ? found : []
}

/** Any value as a text for a transcript. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value)
}

function readField(value: unknown, keys: readonly string[]): unknown {
  const last = keys.at(-1)
  const above = readObject(value, ...keys.slice(0, -1))
  return last === undefined || above === undefined || !Object.hasOwn(above, last) ? undefined : above[last]
}
