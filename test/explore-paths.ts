import { type Edge, type EdgeBy, listEdges } from "../src/workflow/edges.ts"
import { openWalk, type WalkMove, walkStates, type WalkStates } from "../src/workflow/quote/walk.ts"
import { findStep, type Workflow } from "../src/workflow/workflow.ts"

/** One step of a path through a workflow, and how it is left. A step that is left by `cheaper` is not carried out. */
export interface PathStep {
  readonly step: string
  readonly outcome: EdgeBy
}

export interface ExploredPaths {
  readonly paths: readonly (readonly PathStep[])[]
  /**
   * Edges that no path takes, because there were too many paths, or because no run within the caps reaches the end
   * through them.
   */
  readonly uncovered: readonly Edge[]
}

export interface ExploreOptions {
  readonly maxPaths: number
  /** Leaves out paths through errors and cheaper steps. */
  readonly outcomesOnly?: boolean
}

const STATES_AT_MOST = 50_000
const ASSUMED_ROUNDS = 2

/**
 * Paths from the start to the end that together take every edge, and use up every cap at least once. The same
 * workflow gives the same paths in the same order.
 */
export function explorePaths(workflow: Workflow, { maxPaths, outcomesOnly = false }: ExploreOptions): ExploredPaths {
  const walk = openWalk(workflow, { cheaper: !outcomesOnly, assumedRounds: ASSUMED_ROUNDS })
  const map = mapOf(walkStates(walk, STATES_AT_MOST), outcomesOnly)
  const paths: (readonly PathStep[])[] = []
  const known = new Set<string>()
  const taken = new Set<string>()
  const add = (path: readonly PathStep[] | undefined): void => {
    if (path === undefined || paths.length >= maxPaths) return
    for (const { step, outcome } of path) taken.add(edgeKey(step, outcome))
    const key = JSON.stringify(path)
    if (!known.has(key)) paths.push(path)
    known.add(key)
  }

  const isWanted = ({ by, to }: Edge) =>
    (to === "end" || findStep(workflow, to) !== undefined) && !(outcomesOnly && (by === "error" || by === "cheaper"))
  const edges = listEdges(workflow).filter(isWanted)
  for (const { from, by } of edges) if (!taken.has(edgeKey(from, by))) add(map.pathBy(from, by))
  for (const [at, { most }] of walk.caps.entries()) add(map.pathUsing(at, most))
  return { paths, uncovered: edges.filter(({ from, by }) => !taken.has(edgeKey(from, by))) }
}

function edgeKey(step: string, outcome: EdgeBy): string {
  return `${outcome} ${step}`
}

interface PathMap {
  /** The shortest path to the end that leaves this step in this way. */
  readonly pathBy: (step: string, by: EdgeBy) => readonly PathStep[] | undefined
  /** The shortest path to the end that uses this much of a cap. */
  readonly pathUsing: (cap: number, most: number) => readonly PathStep[] | undefined
}

function mapOf({ starts, nodes }: WalkStates, outcomesOnly: boolean): PathMap {
  const movesAt = nodes.map(({ moves }) => moves.filter(({ by }) => !outcomesOnly || by !== "error"))
  const toEnd = endDistances(movesAt)
  const cameBy = new Map<number, { readonly from: number | undefined; readonly steps: readonly PathStep[] }>()
  for (const { passed, to } of starts) if (!cameBy.has(to)) cameBy.set(to, { from: undefined, steps: skipped(passed) })
  for (const isTaken of [isPlain, () => true])
    for (const at of cameBy.keys())
      for (const move of movesAt[at] ?? []) {
        if (move.to === "end" || cameBy.has(move.to) || !isTaken(move)) continue
        cameBy.set(move.to, { from: at, steps: [left(at, move.by), ...skipped(move.passed)] })
      }

  function left(at: number, outcome: EdgeBy): PathStep {
    return { step: nodes[at]?.state.step ?? "", outcome }
  }

  const wayTo = (at: number): readonly PathStep[] => {
    const parts: (readonly PathStep[])[] = []
    for (let from: number | undefined = at; from !== undefined; from = cameBy.get(from)?.from)
      parts.unshift(cameBy.get(from)?.steps ?? [])
    return parts.flat()
  }

  const wayOn = (from: number): readonly PathStep[] => {
    const way: PathStep[] = []
    let at: number | "end" = from
    while (at !== "end") {
      const here: number = at
      const nearer: readonly WalkMove[] = (movesAt[here] ?? []).filter(
        ({ to }) => (to === "end" ? 0 : toEnd[to]) === (toEnd[here] ?? 0) - 1,
      )
      const best = nearer.find(isPlain) ?? nearer[0]
      if (best === undefined) return way
      way.push(left(here, best.by), ...skipped(best.passed))
      at = best.to
    }
    return way
  }

  const endsFrom = (to: number | "end") => to === "end" || toEnd[to] !== undefined

  return {
    pathBy: (step, by) => {
      for (const at of cameBy.keys())
        for (const move of movesAt[at] ?? []) {
          const isIt = by === "cheaper" ? move.passed.includes(step) : nodes[at]?.state.step === step && move.by === by
          if (!isIt || !endsFrom(move.to)) continue
          const onward = move.to === "end" ? [] : wayOn(move.to)
          return [...wayTo(at), left(at, move.by), ...skipped(move.passed), ...onward]
        }
      if (by !== "cheaper") return undefined
      const start = starts.find(({ passed, to }) => passed.includes(step) && endsFrom(to))
      return start === undefined ? undefined : [...skipped(start.passed), ...wayOn(start.to)]
    },
    pathUsing: (cap, most) => {
      for (const at of cameBy.keys())
        if ((nodes[at]?.state.used.get(cap) ?? 0) === most && endsFrom(at)) return [...wayTo(at), ...wayOn(at)]
      return undefined
    },
  }
}

function skipped(passed: readonly string[]): readonly PathStep[] {
  return passed.map((step) => ({ step, outcome: "cheaper" }))
}

/** A path through an outcome, if there is one, comes before one through an error or a cheaper step. */
function isPlain({ by, passed }: WalkMove): boolean {
  return by !== "error" && passed.length === 0
}

/** How many moves it takes from each state to the end, by plain moves if possible; undefined if none leads there. */
function endDistances(movesAt: readonly (readonly WalkMove[])[]): readonly (number | undefined)[] {
  const distances: (number | undefined)[] = movesAt.map(() => undefined)
  for (const isTaken of [isPlain, () => true]) {
    const backward = movesAt.map((): number[] => [])
    for (const [from, moves] of movesAt.entries())
      for (const move of moves) if (move.to !== "end" && isTaken(move)) backward[move.to]?.push(from)
    for (const [at, moves] of movesAt.entries())
      if (moves.some((move) => move.to === "end" && isTaken(move))) distances[at] ??= 1
    const queue = distances.flatMap((distance, at) => (distance === undefined ? [] : [at]))
    for (const at of queue)
      for (const from of backward[at] ?? []) {
        if (distances[from] !== undefined) continue
        distances[from] = (distances[at] ?? 0) + 1
        queue.push(from)
      }
  }
  return distances
}
