import type { FanoutStep } from "../../workflow/workflow.ts"

/** Why a fan-out over a value cannot start with so many entries. Entries are never dropped, and none is never passed over. */
export function wrongCount({ id, items, next }: FanoutStep, count: number): string | undefined {
  if (items.kind !== "each") return undefined
  if (count === 0 && next.skip === undefined) return `${items.of} has no entries, and ${id} starts one agent for each`
  return count > items.most
    ? `${items.of} has ${count} entries, and ${id} starts at most ${items.most} agents`
    : undefined
}
