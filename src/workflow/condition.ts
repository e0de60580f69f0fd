/** A fact about parameters and values that a table can ask for. Every one that is given must hold. */
export interface Condition {
  /** `params.mode`, `values.scope`, `run.round`; deeper into JSON with further dots. */
  readonly of: string
  readonly is?: string | number | boolean
  readonly in?: readonly (string | number | boolean)[]
  readonly atLeast?: number
  readonly atMost?: number
  readonly contains?: string
  readonly missing?: boolean
}

export function holds(condition: Condition, lookup: (path: string) => unknown): boolean {
  const found = lookup(condition.of)
  const isMissing = found === undefined || found === null || found === ""
  if (condition.missing !== undefined && condition.missing !== isMissing) return false
  if (condition.is !== undefined && !same(found, condition.is)) return false
  if (condition.in !== undefined && !condition.in.some((wanted) => same(found, wanted))) return false
  if (condition.atLeast !== undefined && !(Number(found) >= condition.atLeast)) return false
  if (condition.atMost !== undefined && !(Number(found) <= condition.atMost)) return false
  return condition.contains === undefined || String(found ?? "").includes(condition.contains)
}

/** Values come as text: `3` and "3" are the same, and so are true and "true". */
function same(found: unknown, wanted: string | number | boolean): boolean {
  return found === wanted || (typeof found === "string" && found.trim() === String(wanted))
}
