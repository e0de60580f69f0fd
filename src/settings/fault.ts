import type { SettingsLayer } from "./settings.ts"

/** Something in a settings file that is not understood. */
export interface Fault {
  /** The keys that lead to it, from the top. */
  readonly at: readonly string[]
  readonly message: string
  readonly fix: string
  /** Whether it could forbid something. */
  readonly limits: boolean
}

/** The content of one key, entry by entry: a bad entry is a fault, and the others count. */
export interface ReadValue {
  readonly layer: SettingsLayer
  readonly faults: readonly Fault[]
}

/** A message about a wrong value that gives both the value and what is expected. */
export function describeFault(at: readonly string[], value: unknown, wanted: string): Omit<Fault, "limits"> {
  const name = at.join(".")
  return { at, message: `${name} is ${shown(value)}, not ${wanted}`, fix: `write ${name} as ${wanted}` }
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "empty"
  if (Array.isArray(value)) return "a list"
  if (typeof value === "object") return "a map"
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
