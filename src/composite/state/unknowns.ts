import { resolvers } from "../agents.ts"
import type { MemoryRecord } from "../memory-record.ts"

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

/** The registry, from what agents wrote, in the order they wrote it. */
export function unknownRegistry(records: readonly MemoryRecord[]): readonly Unknown[] {
  const registry = new Map<string, Unknown>()
  for (const { agent, phase, unknowns } of records)
    for (const { what, id, category, priority, text } of unknowns) {
      const before = registry.get(id)
      const by = { agent, phase }
      if (what === "added") {
        const isSame = before === undefined || before.description === text
        const key = isSame ? id : `${id}.${phase}`
        const resolver = resolvers[category] ?? "clarification"
        if (!registry.has(key))
          registry.set(key, {
            id: key,
            category,
            priority,
            description: text,
            discovered: by,
            resolver,
            state: "active",
          })
      } else if (before !== undefined)
        registry.set(id, {
          ...before,
          state: what,
          resolved: what === "resolved" ? { ...by, how: text } : before.resolved,
        })
    }
  return [...registry.values()]
}
