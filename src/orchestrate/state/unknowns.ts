import { resolvers } from "../agents.ts"
import type { UnknownUpdate } from "../memory.ts"

/** An unknown: who found it and who resolved it. */
export interface Unknown {
  readonly id: string
  readonly category: string
  readonly priority: string
  readonly description: string
  readonly discovered: { readonly agent: string; readonly phase: string }
  /** The function that resolves unknowns of this category. */
  readonly resolver: string
  readonly state: "active" | "resolved" | "escalated"
  readonly resolved?: { readonly agent: string; readonly phase: string; readonly how: string } | undefined
}

/** The registry, from what agents wrote, in the order they wrote it. Two unknowns with the same name are both kept. */
export function collectUnknowns(records: readonly UnknownReport[]): readonly Unknown[] {
  return addUnknowns([], records)
}

/** What a memory file says about unknowns. */
export interface UnknownReport {
  readonly agent: string
  readonly phase: string
  readonly unknowns: readonly UnknownUpdate[]
}

/** The registry after more memory files. */
export function addUnknowns(before: readonly Unknown[], records: readonly UnknownReport[]): readonly Unknown[] {
  const registry = new Map(before.map((one) => [one.id, one]))
  for (const { agent, phase, unknowns } of records)
    for (const { what, id, category, priority, text } of unknowns) {
      const by = { agent, phase }
      if (what === "added") {
        const name = freeName(registry, { id, phase, text })
        const resolver = Object.hasOwn(resolvers, category) ? resolvers[category] : undefined
        if (name !== undefined)
          registry.set(name, {
            id: name,
            category,
            priority,
            description: text,
            discovered: by,
            resolver: resolver ?? "clarification",
            state: "active",
          })
        continue
      }
      const before = registry.get(`${id}.${phase}`) ?? registry.get(id)
      if (before === undefined) continue
      const resolved = what === "resolved" ? { ...by, how: text } : before.resolved
      registry.set(before.id, { ...before, state: what, resolved })
    }
  return [...registry.values()]
}

interface Added {
  readonly id: string
  readonly phase: string
  readonly text: string
}

/**
 * The name for an unknown: its own, or one with its phase if another has that name. Undefined if it is already
 * registered.
 */
function freeName(registry: ReadonlyMap<string, Unknown>, { id, phase, text }: Added): string | undefined {
  for (let at = 0; ; at++) {
    const name = at === 0 ? id : `${id}.${phase}${at === 1 ? "" : `.${at}`}`
    const other = registry.get(name)
    if (other === undefined) return name
    if (other.description === text) return undefined
  }
}
