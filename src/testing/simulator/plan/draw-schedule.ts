import { type Random, openRandom } from "../random.ts"
import type { Schedule } from "../schedule.ts"
import type { Join } from "../../../workflow/workflow.ts"
import type { Part } from "../parts.ts"

export interface ScheduleChoice {
  readonly store: string
  /** A workflow that already exists, instead of one that is generated. */
  readonly named?: string | undefined
}

/** The schedule of a seed. */
export function drawSchedule(seed: number, { store, named }: ScheduleChoice): Schedule {
  const random = openRandom(seed, "schedule")
  const drivers = 1 + random.below(3)
  const atOnce = 1 + random.below(3)
  const restless = random.pick([0.05, 0.3, 0.7, 1])
  const parts = drawParts(random)
  const hasCeiling = random.chance(0.25)
  const ceiling = random.pick([{ agents: 1 + random.below(6) }, { tokens: 10 + random.below(60) }, { seconds: 1 }])
  const atCeiling = random.chance(0.8) ? "raise" : "stop"
  const isCancelled = random.chance(0.1)
  const cancelAfter = random.below(2000)
  const most = random.chance(0.1) ? 0 : 1 + random.below(8)
  return {
    seed,
    store,
    drivers,
    atOnce,
    restless,
    workflow: named === undefined ? { parts } : { named },
    budget: hasCeiling ? ceiling : undefined,
    atCeiling,
    cancelAfter: isCancelled ? cancelAfter : undefined,
    faults: { most },
  }
}

const DEEPEST = 3

/** The parts of a workflow, with child runs nested up to three deep. */
function drawParts(random: Random): readonly Part[] {
  let made = 0
  // The total number of parts: a simulation of a few hundred steps finds as much as one of thousands.
  let left = 2 + random.below(9)
  const drawNestedParts = (depth: number, most: number): readonly Part[] => {
    const parts: Part[] = []
    for (
      let count = depth === 0 ? 2 + random.below(most) : 1 + random.below(most);
      count > 0 && (left > 0 || parts.length === 0);
      count--
    ) {
      left--
      const kind = random.pick(depth < DEEPEST ? kinds : kinds.filter((one) => one !== "runs"))
      const id = `${kind}${made++}`
      const children = kind === "runs" ? drawNestedParts(depth + 1, 2) : []
      parts.push(drawPart(random, { id, kind, children }))
    }
    return parts
  }
  return drawNestedParts(0, 5)
}

const kinds = [
  ...(["runs", "runs", "runs", "fan", "fan", "fan", "do", "do", "prompt", "prompt", "each", "gate", "loop"] as const),
  ...(["ask", "wait", "told", "calc"] as const),
]

interface Drawing {
  readonly id: string
  readonly kind: Part["kind"]
  readonly children: readonly Part[]
}

function drawPart(random: Random, { id, kind, children }: Drawing): Part {
  switch (kind) {
    case "do":
      return { id, kind, cap: 1 + random.below(3) }
    case "prompt":
      return { id, kind, onError: random.chance(0.5) }
    case "fan": {
      const items = 1 + random.below(4)
      return { id, kind, items, join: drawJoin(random, items) }
    }
    case "each":
      return { id, kind, items: 1 + random.below(3) }
    case "runs": {
      const items = 1 + random.below(3)
      const beside = random.chance(0.3) ? 1 + random.below(2) : 0
      return { id, kind, items, beside, join: drawJoin(random, items + beside), parts: children }
    }
    case "gate":
      return { id, kind, commands: 1 + random.below(2) }
    case "loop":
      return { id, kind, limit: 1 + random.below(2), reviewers: random.below(3) }
    case "ask":
      return { id, kind, questions: 1 + random.below(2) }
    case "wait":
      return { id, kind, seconds: 1 }
    case "told":
    case "calc":
      return { id, kind }
  }
}

function drawJoin(random: Random, items: number): Join {
  return random.pick<Join>(["all", "settled", "settled", { atLeast: 1 + random.below(items) }])
}
