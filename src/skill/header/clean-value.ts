import type { YamlMap, YamlValue } from "./schema/fields.ts"

const MAX_DEPTH = 32
const RESERVED = new Set(["__proto__", "constructor", "prototype"])

export interface CleanValue {
  readonly value?: YamlValue
  readonly wrong?: "depth" | "reserved"
}

/** Copies a parsed value key by key into objects without a prototype, so that no key can reach one. */
export function cleanValue(value: unknown, key: string): CleanValue {
  if (RESERVED.has(key)) return { wrong: "reserved" }
  const wrong = { reserved: false }
  const copy = copyValue(value, 1, wrong)
  if (copy === undefined) return { wrong: "depth" }
  return wrong.reserved ? { value: copy, wrong: "reserved" } : { value: copy }
}

function copyValue(value: unknown, depth: number, wrong: { reserved: boolean }): YamlValue | undefined {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value
  if (depth > MAX_DEPTH) return undefined
  if (Array.isArray(value)) return copyList(value, depth, wrong)
  if (typeof value === "object") return copyMap(value, depth, wrong)
  return String(value)
}

function copyList(
  list: readonly unknown[],
  depth: number,
  wrong: { reserved: boolean },
): readonly YamlValue[] | undefined {
  const copy: YamlValue[] = []
  for (const item of list) {
    const value = copyValue(item, depth + 1, wrong)
    if (value === undefined) return undefined
    copy.push(value)
  }
  return copy
}

function copyMap(map: object, depth: number, wrong: { reserved: boolean }): YamlMap | undefined {
  const copy: Record<string, YamlValue> = Object.create(null)
  for (const [key, item] of Object.entries(map)) {
    if (RESERVED.has(key)) {
      wrong.reserved = true
      continue
    }
    const value = copyValue(item, depth + 1, wrong)
    if (value === undefined) return undefined
    copy[key] = value
  }
  return copy
}
