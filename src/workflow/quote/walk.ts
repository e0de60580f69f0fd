import {
  findUncappedLoops,
  type Edge,
  type EdgeBy,
  listStepEdges,
  listEdges,
  isBackToWork,
  findReaching,
} from "../edges.ts"
import { END } from "../outcome.ts"
import { findStep, type Workflow } from "../workflow.ts"

/** The state of a run: at a step, with a part of each cap used. */
interface WalkState {
  readonly step: string
  /** By the position of the cap; without caps that are unused, or whose step cannot be reached again. */
  readonly used: Used
}

type Used = ReadonlyMap<number, number>

/** How often a step may be entered, or how often a gate may send work back without a person being asked. */
export interface Cap {
  readonly step: string
  readonly kind: "rounds" | "returns"
  readonly most: number
}

export interface Walk {
  readonly caps: readonly Cap[]
  readonly starts: readonly Landing[]
  readonly movesFrom: (state: WalkState) => readonly Move[]
}

/** The next state, and which steps were replaced by a cheaper one. No state: the end. */
interface Landing {
  readonly passed: readonly string[]
  readonly state: WalkState | undefined
}

interface Move extends Landing {
  readonly by: EdgeBy
}

export interface WalkOptions {
  /** Whether steps may be replaced by cheaper ones. */
  readonly cheaper: boolean
  /** The maximum number of visits of a step if the workflow has no cap, which is an error in it. */
  readonly assumedRounds: number
}

/** The paths that runs can take within the caps. A gate's count restarts when it passes. */
export function openWalk(workflow: Workflow, options: WalkOptions): Walk {
  const edges = listEdges(workflow)
  const caps = collectCaps(workflow, edges, options)
  const locateCaps = (kind: Cap["kind"]) =>
    new Map(caps.flatMap((cap, at) => (cap.kind === kind ? [[cap.step, at]] : [])))
  const [rounds, returns] = [locateCaps("rounds"), locateCaps("returns")]
  const readLimit = (at: number) => caps[at]?.most ?? 0
  const leadingTo = new Map<number, ReadonlySet<string>>()
  const canComeBack = (at: number, id: string): boolean => {
    const leading = leadingTo.get(at) ?? findReaching([caps[at]?.step ?? ""], edges)
    leadingTo.set(at, leading)
    return leading.has(id)
  }

  const enter = (id: string, used: Used): WalkState | undefined => {
    const at = rounds.get(id)
    const times = at === undefined ? 0 : (used.get(at) ?? 0) + 1
    if (at !== undefined && times > readLimit(at)) return undefined
    const counted = at === undefined ? used : new Map([...used, [at, times]])
    return { step: id, used: new Map([...counted].filter(([cap, count]) => count > 0 && canComeBack(cap, id))) }
  }

  const land = (to: string, used: Used): readonly Landing[] => {
    if (to === END) return [{ passed: [], state: undefined }]
    const step = findStep(workflow, to)
    const cheaper = options.cheaper ? findStep(workflow, step?.cheaper ?? "") : undefined
    const state = step === undefined ? undefined : enter(to, used)
    const instead = cheaper === undefined || cheaper.id === to ? undefined : enter(cheaper.id, used)
    return [
      ...(state === undefined ? [] : [{ passed: [], state }]),
      ...(instead === undefined ? [] : [{ passed: [to], state: instead }]),
    ]
  }

  const listMoves = ({ step: id, used }: WalkState): readonly Move[] => {
    const step = findStep(workflow, id)
    if (step === undefined) return []
    return listStepEdges(step).flatMap(({ to, by }) => {
      if (by === "cheaper") return []
      const at = returns.get(id)
      const times = at === undefined ? 0 : (used.get(at) ?? 0)
      if (at !== undefined && isBackToWork(step, by) && times >= readLimit(at)) return []
      const after =
        at === undefined ? used : new Map([...used, [at, by === "ok" ? 0 : Math.min(times + 1, readLimit(at))]])
      return land(to, after).map((landing) => ({ by, ...landing }))
    })
  }

  return { caps, starts: land(workflow.start, new Map()), movesFrom: listMoves }
}

function collectCaps(workflow: Workflow, edges: readonly Edge[], { assumedRounds }: WalkOptions): readonly Cap[] {
  const caps: Cap[] = []
  for (const step of workflow.steps) {
    if (step.maxRounds !== undefined) caps.push({ step: step.id, kind: "rounds", most: Math.max(1, step.maxRounds) })
    if (step.kind === "gate" && step.loop !== undefined)
      caps.push({ step: step.id, kind: "returns", most: Math.max(0, step.loop.limit - 1) })
  }
  let left = edges
  for (
    let circles = findUncappedLoops(workflow, left);
    circles.length > 0;
    circles = findUncappedLoops(workflow, left)
  ) {
    const chosen = circles.map(([first = ""]) => first)
    caps.push(...chosen.map((step): Cap => ({ step, kind: "rounds", most: assumedRounds })))
    left = left.filter(({ to }) => !chosen.includes(to))
  }
  return caps
}

/** One state and where it leads, as positions in the list of all. */
interface WalkNode {
  readonly state: WalkState
  readonly moves: readonly WalkMove[]
}

export interface WalkMove {
  readonly by: EdgeBy
  /** Steps that were replaced by a cheaper one. */
  readonly passed: readonly string[]
  readonly to: number | "end"
}

export interface WalkStates {
  readonly starts: readonly { readonly passed: readonly string[]; readonly to: number }[]
  /** Nearest to the start first. */
  readonly nodes: readonly WalkNode[]
  /** False: there are more than requested. */
  readonly isWhole: boolean
}

/** Every state a run can be in, each once, up to a limit. */
export function walkStates(walk: Walk, most: number): WalkStates {
  const found: WalkState[] = []
  const places = new Map<string, number>()
  let isWhole = true
  const numberState = (state: WalkState): number | undefined => {
    const key = `${[...state.used].sort(([a], [b]) => a - b).join()} ${state.step}`
    const already = places.get(key)
    if (already !== undefined) return already
    if (found.length >= most) {
      isWhole = false
      return undefined
    }
    places.set(key, found.length)
    found.push(state)
    return found.length - 1
  }
  const starts = walk.starts.flatMap(({ passed, state }) => {
    const to = state === undefined ? undefined : numberState(state)
    return to === undefined ? [] : [{ passed, to }]
  })
  const nodes: WalkNode[] = []
  for (const state of found) {
    const moves = walk.movesFrom(state).flatMap(({ by, passed, state: next }): readonly WalkMove[] => {
      const to = next === undefined ? "end" : numberState(next)
      return to === undefined ? [] : [{ by, passed, to }]
    })
    nodes.push({ state, moves })
  }
  return { starts, nodes, isWhole }
}
