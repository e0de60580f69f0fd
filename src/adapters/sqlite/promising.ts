import type { Synchronous } from "./cells.ts"
import { translated } from "./store-failure.ts"

/** Each function as the port has it: what it throws is a rejection, told in our words. */
export function promising<Port extends object>(file: string, functions: Synchronous<Port>): Port {
  const entries = Object.entries(functions as Record<string, (...given: readonly unknown[]) => unknown>)
  return Object.fromEntries(
    entries.map(([name, act]) => [name, async (...given: readonly unknown[]) => translated(file, () => act(...given))]),
  ) as Port
}
