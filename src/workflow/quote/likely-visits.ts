import { distancesToEnd, edgesFrom, edgesOf } from "../edges.ts"
import { END } from "../outcome.ts"
import { type Step, stepOf, type Workflow } from "../workflow.ts"

/**
 * How often each step is visited in a run as it usually goes: steps come out ok, the first review of a loop finds
 * something and the second does not, and from a step visited for the third time the shortest way leads to the end.
 */
export function likelyVisits(workflow: Workflow): ReadonlyMap<string, number> {
  const distances = distancesToEnd(edgesOf(workflow))
  const visits = new Map<string, number>()
  for (let step = stepOf(workflow, workflow.start); step !== undefined; ) {
    const times = (visits.get(step.id) ?? 0) + 1
    visits.set(step.id, times)
    const to = times < 3 ? usualWay(step, times) : undefined
    const onward = to === undefined || !distances.has(to) ? shortestWay(step, distances) : to
    step = onward === undefined || onward === END ? undefined : stepOf(workflow, onward)
  }
  return visits
}

function usualWay(step: Step, times: number): string | undefined {
  const goesBack = times === 1 && step.kind === "gate" && step.loop !== undefined && step.loop.limit > 1
  const edges = edgesFrom(step)
  return (edges.find(({ by }) => by === (goesBack ? "fail" : "ok")) ?? edges[0])?.to
}

function shortestWay(step: Step, distances: ReadonlyMap<string, number>): string | undefined {
  const far = Number.POSITIVE_INFINITY
  const ways = edgesFrom(step).filter(({ by, to }) => by !== "error" && by !== "cheaper" && distances.has(to))
  return [...ways].sort((a, b) => (distances.get(a.to) ?? far) - (distances.get(b.to) ?? far))[0]?.to
}
