import { type Edge, isBackToWork, reachFrom, reachTo } from "./edges.ts"
import { END } from "./outcome.ts"
import { stepOf, type Workflow } from "./workflow.ts"

/**
 * Ways round that a run could go for ever. A step with maxRounds caps every way round through it. A gate's limit caps
 * only the way back to work: a way round by its ok would never end, because every pass begins a new count.
 */
export function uncappedCircles(workflow: Workflow, edges: readonly Edge[]): readonly (readonly string[])[] {
  const uncapped = replaced(edges).filter(({ from, to, by }) => {
    const step = stepOf(workflow, from)
    if (step === undefined || from === END || to === END || isBackToWork(step, by)) return false
    return step.maxRounds === undefined && stepOf(workflow, to)?.maxRounds === undefined
  })
  return circlesIn(uncapped)
}

/** A step that a cheaper one is taken for is not entered: what led to it leads to the other, which is not replaced. */
function replaced(edges: readonly Edge[]): readonly Edge[] {
  const cheaper = edges.filter(({ by }) => by === "cheaper")
  return edges
    .filter(({ by }) => by !== "cheaper")
    .flatMap((edge) => [edge, ...cheaper.filter(({ from }) => from === edge.to).map(({ to }) => ({ ...edge, to }))])
}

/** One way round for each group of steps that lead to each other, in the order in which edges are given. */
export function circlesIn(all: readonly Edge[]): readonly (readonly string[])[] {
  const edges = onCirclesOrBetween(all)
  const told = new Set<string>()
  const circles: (readonly string[])[] = []
  for (const { from } of edges) {
    if (told.has(from)) continue
    const circle = shortestCircle(from, edges)
    if (circle === undefined) continue
    const back = reachTo([from], edges)
    for (const id of reachFrom([from], edges)) if (back.has(id)) told.add(id)
    circles.push(circle)
  }
  return circles
}

/** Without the edges from what nothing leads to, and to what leads nowhere, again and again. */
function onCirclesOrBetween(all: readonly Edge[]): readonly Edge[] {
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
      if (edge.to === from) return trailTo(id, cameFrom)
      if (!cameFrom.has(edge.to)) cameFrom.set(edge.to, id)
    }
  return undefined
}

function trailTo(id: string, cameFrom: ReadonlyMap<string, string | undefined>): readonly string[] {
  const trail: string[] = []
  for (let at: string | undefined = id; at !== undefined; at = cameFrom.get(at)) trail.unshift(at)
  return trail
}
