import type { PastVisit } from "./replay-visits.ts"

/** Two runs side by side, in the order of the first. */
export interface RunComparison {
  readonly pairs: readonly ComparedVisit[]
  /** The index of the first pair that differs; undefined if none does. */
  readonly parts?: number | undefined
}

export interface ComparedVisit {
  readonly left?: PastVisit | undefined
  readonly right?: PastVisit | undefined
  /** What differs: another step or round, what it read, how it went, or that one run did not get there. */
  readonly differs?: "step" | "inputs" | "outcome" | "missing" | undefined
}

/** Visits are compared by their place: from where two runs part, what follows is not the same work any more. */
export function compareVisits(left: readonly PastVisit[], right: readonly PastVisit[]): RunComparison {
  const pairs = Array.from({ length: Math.max(left.length, right.length) }, (_, at): ComparedVisit => {
    const [one, other] = [left[at], right[at]]
    return { left: one, right: other, differs: findDifference(one, other) }
  })
  const parts = pairs.findIndex(({ differs }) => differs !== undefined)
  return { pairs, parts: parts === -1 ? undefined : parts }
}

function findDifference(one: PastVisit | undefined, other: PastVisit | undefined): ComparedVisit["differs"] {
  if (one === undefined || other === undefined) return "missing"
  if (one.step !== other.step || one.round !== other.round) return "step"
  if (digestInputs(one) !== digestInputs(other)) return "inputs"
  return one.outcome === other.outcome ? undefined : "outcome"
}

/** The same texts have the same digests, whichever run they are from. */
function digestInputs({ inputs }: PastVisit): string {
  return Object.entries(inputs)
    .map(([name, { digest }]) => `${name}=${digest}`)
    .toSorted()
    .join(" ")
}
