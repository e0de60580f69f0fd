import { findUncappedLoops, type Edge, listEdges, isBackToWork, findReachable, findReaching } from "../edges.ts"
import { END } from "../outcome.ts"
import { openWalk, type WalkStates, walkStates } from "./walk.ts"
import { findStep, type Workflow } from "../workflow.ts"
import { UNCAPPED_ROUNDS } from "./prices.ts"

/** The cost of one visit of a step; never negative. */
export type Weight = (step: string) => number

export interface Extremes {
  /** Over every path to the end by outcomes. */
  readonly least: (weight: Weight) => number
  /** Over every path that a run can take within the caps, including errors, whether or not it reaches the end. */
  readonly most: (weight: Weight) => number
  /** `most` is only an upper bound: there are too many paths to try them all. */
  readonly bound: boolean
  /** A loop without a cap, so that a number of rounds was assumed. */
  readonly isAssumed: boolean
}

const STATES_AT_MOST = 20_000

export function findExtremes(workflow: Workflow, statesAtMost = STATES_AT_MOST): Extremes {
  const edges = listEdges(workflow).filter(({ by }) => by !== "cheaper")
  const states = walkStates(openWalk(workflow, { cheaper: false, assumedRounds: UNCAPPED_ROUNDS }), statesAtMost)
  const order = states.isWhole ? sortStates(states) : undefined
  const visits = order === undefined ? visitBounds(workflow, edges) : undefined
  return {
    least: (weight) => leastOver(workflow, edges, weight),
    most: (weight) =>
      order === undefined
        ? [...(visits ?? [])].reduce((sum, [id, times]) => sum + times * weight(id), 0)
        : mostOver(states, order, weight),
    bound: order === undefined,
    isAssumed: findUncappedLoops(workflow, edges).length > 0,
  }
}

/** Looping never makes a path to the end shorter, so caps do not matter here. */
function leastOver(workflow: Workflow, edges: readonly Edge[], weight: Weight): number {
  const usable = edges.filter(({ from, by }) => {
    const step = findStep(workflow, from)
    if (step === undefined || by === "error") return false
    return !isBackToWork(step, by) || (step.kind === "gate" && (step.loop?.limit ?? 0) > 1)
  })
  const lastFirst = [...usable].reverse()
  const least = new Map([[END as string, 0]])
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false
    for (const { from, to } of lastFirst) {
      const onward = least.get(to)
      if (onward === undefined || from === END) continue
      const sum = weight(from) + onward
      if (sum >= (least.get(from) ?? Number.POSITIVE_INFINITY)) continue
      least.set(from, sum)
      hasChanged = true
    }
  }
  return least.get(workflow.start) ?? 0
}

function mostOver({ starts, nodes }: WalkStates, order: readonly number[], weight: Weight): number {
  const most = nodes.map(() => 0)
  for (const at of order) {
    const onward = (nodes[at]?.moves ?? []).map(({ to }) => (to === "end" ? 0 : (most[to] ?? 0)))
    most[at] = weight(nodes[at]?.state.step ?? "") + Math.max(0, ...onward)
  }
  return Math.max(0, ...starts.map(({ to }) => most[to] ?? 0))
}

/** The states, each after everything it leads to. */
function sortStates({ nodes }: WalkStates): readonly number[] | undefined {
  const backward = nodes.map((): number[] => [])
  const open = nodes.map(({ moves }, from) => {
    const onward = moves.flatMap(({ to }) => (to === "end" ? [] : [to]))
    for (const to of onward) backward[to]?.push(from)
    return onward.length
  })
  const order = open.flatMap((count, at) => (count === 0 ? [at] : []))
  for (const at of order)
    for (const from of backward[at] ?? []) {
      open[from] = (open[from] ?? 0) - 1
      if (open[from] === 0) order.push(from)
    }
  return order.length === nodes.length ? order : undefined
}

/**
 * How often each step can be visited at most, by the caps of the steps in its loops: every entry of a capped step
 * begins a new stretch, and within a stretch the limits of the gates multiply.
 */
function visitBounds(workflow: Workflow, edges: readonly Edge[]): ReadonlyMap<string, number> {
  const { caps } = openWalk(workflow, { cheaper: false, assumedRounds: UNCAPPED_ROUNDS })
  const reached = findReachable([workflow.start], edges)
  return new Map(
    workflow.steps
      .filter(({ id }) => reached.has(id))
      .map(({ id }): [string, number] => {
        const onward = edges.filter(({ from }) => from === id).map(({ to }) => to)
        const around = findReachable(onward, edges)
        if (!around.has(id)) return [id, 1]
        const back = findReaching([id], edges)
        const inRound = caps.filter(({ step }) => around.has(step) && back.has(step))
        const stretches = inRound.reduce((sum, cap) => sum + (cap.kind === "rounds" ? cap.most : 0), 1)
        const times = inRound.reduce((product, cap) => product * (cap.kind === "returns" ? cap.most + 1 : 1), stretches)
        const own = caps.find(({ step, kind }) => step === id && kind === "rounds")
        return [id, Math.min(times, own?.most ?? times)]
      }),
  )
}
