import { SkilletError } from "../../problem/failure.ts"
import type { Composite } from "../composite.ts"
import { listUnits } from "../units.ts"

/**
 * The flags of a job as parameters of its run. A flag that the skill does not have is refused, so that no flag can
 * replace another parameter.
 */
export function readFlagParams(composite: Composite, given: readonly string[]): Readonly<Record<string, true>> {
  const known = listFlags(composite)
  const unknown = given.find((flag) => !known.includes(flag))
  if (unknown !== undefined)
    throw new SkilletError("run.bad-params", `${composite.name} has no flag "${unknown}"`, {
      retry: "no",
      next: known.length === 0 ? "leave --flag out" : `its flags are ${known.join(", ")}`,
    })
  return Object.fromEntries(given.map((flag) => [flag, true] as const))
}

/** The flags that decide whether phases of a composite skill take place. */
export function listFlags(composite: Composite): readonly string[] {
  return [...new Set(listUnits(composite).flatMap(({ flags }) => flags.map(({ name }) => name)))]
}
