import { END_PHASE } from "./composite.ts"
import type { Unit } from "./units.ts"

export const impasses = ["CONFLICT", "MISSING-KNOWLEDGE", "TIE", "NO-CHANGE"] as const
export type ImpasseKind = (typeof impasses)[number]

/** Below this confidence, an impasse has no consequences. */
export const LEAST_CONFIDENCE = 0.7
/** After this many impasses in one phase the job stops with that reason. */
export const MOST_IMPASSES = 3

/** Where a unit's work goes back to for each kind of impasse: the nearest agent before it that can resolve it. */
export function findImpasseTargets(units: readonly Unit[], unit: Unit): Readonly<Record<ImpasseKind, string>> {
  const earlier = units.slice(0, units.indexOf(unit) + 1)
  const nearest = (agent: string) => earlier.findLast((one) => one.agent === agent && one.id !== unit.id)?.id ?? unit.id
  return {
    CONFLICT: nearest("clarification"),
    "MISSING-KNOWLEDGE": nearest("research"),
    TIE: nearest("analysis"),
    "NO-CHANGE": unit.id,
  }
}

/** Units that get the memory file of this one, each once. */
export function findReaders(units: readonly Unit[], unit: Unit): readonly string[] {
  const inContext = units.filter(({ required, optional }) => [...required, ...optional].includes(unit.id))
  return [...new Set([...inContext.map(({ id }) => id), ...listSendBackTargets(units, unit)])]
}

/** Units that this one can send the work back to. */
function listSendBackTargets(units: readonly Unit[], unit: Unit): readonly string[] {
  const targets = [
    ...Object.values(findImpasseTargets(units, unit)),
    ...(unit.target === undefined ? [] : [unit.target]),
  ]
  return targets.filter((id) => id !== END_PHASE)
}

/** Units that can send work back to this one. */
export function listUnitsSendingBack(units: readonly Unit[], id: string): readonly string[] {
  return units.filter((unit) => listSendBackTargets(units, unit).includes(id)).map((unit) => unit.id)
}
