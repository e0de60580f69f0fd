import { type Edge, listStepEdges } from "./edges.ts"
import { END } from "./outcome.ts"
import { findStep, type Workflow } from "./workflow.ts"

/** How many steps follow a step until the end, at least and at most, if nothing fails and no loop goes around again. */
export interface StepsLeft {
  readonly least: number
  readonly most: number
}

export function countStepsLeft(workflow: Workflow, from: string): StepsLeft {
  const least = countShortest(workflow, from)
  return { least, most: Math.max(least, countLongest(workflow, from)) }
}

/** Without those that are taken only if something goes wrong. A table may use `fail` for any of its branches. */
function listUsualEdges(workflow: Workflow, id: string): readonly Edge[] {
  const step = findStep(workflow, id)
  return (step === undefined ? [] : listStepEdges(step)).filter(
    ({ by }) => by !== "error" && by !== "cheaper" && (by !== "fail" || step?.kind === "compute"),
  )
}

function countShortest(workflow: Workflow, from: string): number {
  const reached = new Map([[from, 0]])
  for (const [id, count] of reached)
    for (const { to } of listUsualEdges(workflow, id)) {
      if (to === END) return count
      if (!reached.has(to)) reached.set(to, count + 1)
    }
  return 0
}

/** Steps are listed in the order in which they follow each other, so a transition to an earlier one is a loop. */
function countLongest(workflow: Workflow, from: string): number {
  const position = new Map(workflow.steps.map(({ id }, at) => [id, at]))
  const known = new Map<string, number | undefined>()
  const isForward = ({ from: id, to }: Edge) => to === END || (position.get(to) ?? -1) > (position.get(id) ?? -1)
  const count = (id: string): number | undefined => {
    if (id === END) return -1
    if (known.has(id)) return known.get(id)
    const onward = listUsualEdges(workflow, id)
      .filter(isForward)
      .map(({ to }) => count(to))
    const longest = Math.max(...onward.map((one) => (one === undefined ? Number.NEGATIVE_INFINITY : one + 1)))
    known.set(id, Number.isFinite(longest) ? longest : undefined)
    return known.get(id)
  }
  const back = listUsualEdges(workflow, from).map(({ to }) => (count(to) ?? 0) + 1)
  return count(from) ?? Math.max(0, ...back)
}
