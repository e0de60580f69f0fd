import { END, type Outcome, outcomes, findNextStep } from "./outcome.ts"
import { type AskStep, type Step, type Workflow, findStep } from "./workflow.ts"

/** Why a run goes from one step to another: an outcome, an error, or a ceiling. */
export type EdgeBy = Outcome | "error" | "cheaper"

export interface Edge {
  readonly from: string
  readonly to: string
  readonly by: EdgeBy
}

/** Every transition that a run can take from a step, without those for impossible outcomes. */
export function listStepEdges(step: Step): readonly Edge[] {
  const from = step.id
  const edges = listOutcomes(step).flatMap((by): readonly Edge[] => {
    const to = findNextStep(step.next, by)
    return to === undefined ? [] : [{ from, to, by }]
  })
  if (step.onError !== undefined) edges.push({ from, to: step.onError, by: "error" })
  if (step.cheaper !== undefined) edges.push({ from, to: step.cheaper, by: "cheaper" })
  return edges
}

export function listEdges(workflow: Workflow): readonly Edge[] {
  return workflow.steps.flatMap(listStepEdges)
}

/**
 * The possible outcomes of a step. If the definition does not say, they are those in `next`; a fan-out over an empty
 * list is skipped if there is a transition for that.
 */
export function listOutcomes(step: Step): readonly Outcome[] {
  switch (step.kind) {
    case "gate":
    case "dispatch":
      return ["ok", "fail"]
    case "fanout":
      return step.items.kind === "list" || step.next.skip === undefined ? ["ok", "fail"] : ["ok", "fail", "skip"]
    case "wait":
      return ["ok"]
    case "do":
      return listExpected(step)
    case "ask":
      return askedOutcomes(step)
    case "compute": {
      if (typeof step.compute === "function") return listExpected(step)
      const { rows } = step.compute
      const always = rows.findIndex(({ when }) => when === undefined || when.length === 0)
      const reached = new Set(rows.slice(0, always === -1 ? rows.length : always + 1).map(({ outcome }) => outcome))
      return outcomes.filter((outcome) => reached.has(outcome))
    }
  }
}

function listExpected(step: Step): readonly Outcome[] {
  return outcomes.filter((outcome) => findNextStep(step.next, outcome) !== undefined)
}

function askedOutcomes(step: AskStep): readonly Outcome[] {
  if ("from" in step.questions)
    return outcomes.filter((outcome) => outcome === "ok" || listExpected(step).includes(outcome))
  const options = step.questions.flatMap((question) => question.options)
  const isOpen = step.questions.some((question) => question.options.length === 0) || options.length === 0
  const chosen = new Set(options.map((option) => option.outcome ?? "ok"))
  return outcomes.filter((outcome) => chosen.has(outcome) || (isOpen && outcome === "ok"))
}

/** A gate sends work back to be fixed only as often as its loop allows. */
export function isBackToWork(step: Step, by: EdgeBy): boolean {
  return step.kind === "gate" && step.loop !== undefined && by === "fail"
}

/** All ids that can be reached from one of these, including themselves and the end. */
export function findReachable(ids: Iterable<string>, edges: readonly Edge[]): ReadonlySet<string> {
  const onward = new Map<string, string[]>()
  for (const { from, to } of edges)
    onward
      .set(from, onward.get(from) ?? [])
      .get(from)
      ?.push(to)
  const reached = new Set(ids)
  for (const id of reached) for (const to of onward.get(id) ?? []) reached.add(to)
  return reached
}

/** All ids from which one of these can be reached, including themselves. */
export function findReaching(ids: Iterable<string>, edges: readonly Edge[]): ReadonlySet<string> {
  return findReachable(
    ids,
    edges.map(({ from, to, by }) => ({ from: to, to: from, by })),
  )
}

/** The number of steps to the end by outcomes alone; a step that cannot reach it is missing. */
export function measureDistances(edges: readonly Edge[]): ReadonlyMap<string, number> {
  const backward = new Map<string, string[]>()
  for (const { from, to, by } of edges)
    if (by !== "error" && by !== "cheaper")
      backward
        .set(to, backward.get(to) ?? [])
        .get(to)
        ?.push(from)
  const distances = new Map([[END as string, 0]])
  for (const [id, distance] of distances)
    for (const from of backward.get(id) ?? []) if (!distances.has(from)) distances.set(from, distance + 1)
  return distances
}

/**
 * Loops that a run could repeat forever. A step with maxRounds caps every loop through it. A gate's limit caps only the
 * path back to the work: a loop through its ok transition would never end, because every pass resets the count.
 */
export function findUncappedLoops(workflow: Workflow, edges: readonly Edge[]): readonly (readonly string[])[] {
  const uncapped = replaced(edges).filter(({ from, to, by }) => {
    const step = findStep(workflow, from)
    if (step === undefined || from === END || to === END || isBackToWork(step, by)) return false
    return step.maxRounds === undefined && findStep(workflow, to)?.maxRounds === undefined
  })
  return findLoops(uncapped)
}

/**
 * A step that is replaced by a cheaper one is not entered: what led to it leads to the other, which is not replaced.
 */
function replaced(edges: readonly Edge[]): readonly Edge[] {
  const cheaper = edges.filter(({ by }) => by === "cheaper")
  return edges
    .filter(({ by }) => by !== "cheaper")
    .flatMap((edge) => [edge, ...cheaper.filter(({ from }) => from === edge.to).map(({ to }) => ({ ...edge, to }))])
}

/** One loop for each group of steps that lead to each other, in the order in which edges are given. */
export function findLoops(all: readonly Edge[]): readonly (readonly string[])[] {
  const edges = keepCircleEdges(all)
  const told = new Set<string>()
  const circles: (readonly string[])[] = []
  for (const { from } of edges) {
    if (told.has(from)) continue
    const circle = shortestCircle(from, edges)
    if (circle === undefined) continue
    const back = findReaching([from], edges)
    for (const id of findReachable([from], edges)) if (back.has(id)) told.add(id)
    circles.push(circle)
  }
  return circles
}

/** Repeatedly removes the edges from nodes that nothing leads to, and to nodes that lead nowhere. */
function keepCircleEdges(all: readonly Edge[]): readonly Edge[] {
  const forward = withoutLeaves(all, "from", "to")
  return withoutLeaves(forward, "to", "from")
}

function withoutLeaves(all: readonly Edge[], near: "from" | "to", far: "from" | "to"): readonly Edge[] {
  const left = new Map<string, number>()
  const into = new Map<string, Edge[]>()
  for (const edge of all) {
    left.set(edge[near], (left.get(edge[near]) ?? 0) + 1)
    into
      .set(edge[far], into.get(edge[far]) ?? [])
      .get(edge[far])
      ?.push(edge)
  }
  const removed = new Set<Edge>()
  const leaves = [...into.keys()].filter((id) => !left.has(id))
  for (const leaf of leaves)
    for (const edge of into.get(leaf) ?? []) {
      removed.add(edge)
      const count = (left.get(edge[near]) ?? 0) - 1
      left.set(edge[near], count)
      if (count === 0) leaves.push(edge[near])
    }
  return all.filter((edge) => !removed.has(edge))
}

function shortestCircle(from: string, edges: readonly Edge[]): readonly string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]])
  for (const id of cameFrom.keys())
    for (const edge of edges) {
      if (edge.from !== id) continue
      if (edge.to === from) return followBack(id, cameFrom)
      if (!cameFrom.has(edge.to)) cameFrom.set(edge.to, id)
    }
  return undefined
}

function followBack(id: string, cameFrom: ReadonlyMap<string, string | undefined>): readonly string[] {
  const trail: string[] = []
  for (let at: string | undefined = id; at !== undefined; at = cameFrom.get(at)) trail.unshift(at)
  return trail
}
