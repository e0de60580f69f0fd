import type { Criterion } from "./composite.ts"

/** A criterion as agents read it: an anti-criterion is a sentence that must not be true. */
export function describeCriterion({ id, level, text }: Criterion): string {
  return `${id} (${describeLevel(level)}): ${text}`
}

export function describeLevel(level: Criterion["level"]): string {
  return level === "never" ? "must not be true" : level
}

/** What an agent found, for people. To hold means for an anti-criterion that it is not true. */
export function describeVerdict({ id, level }: Pick<Criterion, "id" | "level">, holds: boolean): string {
  if (level === "never") return `${id}, which must not be true, is ${holds ? "not true" : "true"}`
  return `criterion ${id} is ${holds ? "" : "not "}met`
}
