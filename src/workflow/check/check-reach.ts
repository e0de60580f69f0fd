import { findNearestNames } from "../../text/find-nearest-names.ts"
import { findLoops, findUncappedLoops, type Edge, listEdges, findReachable, findReaching } from "../edges.ts"
import { END } from "../outcome.ts"
import { findStep, type Workflow } from "../workflow.ts"
import { listTargets } from "./check-names.ts"
import { type WorkflowProblem, workflowProblem } from "./workflow-problem.ts"

/**
 * Checks that every step can be reached, that the end can be reached from every step, and that every loop has a cap.
 */
export function checkReach(workflow: Workflow): readonly WorkflowProblem[] {
  const edges = listEdges(workflow)
  return [
    ...unreachable(workflow, edges),
    ...deadEnds(workflow, edges),
    ...endless(workflow, edges),
    ...cheaperCircles(workflow, edges),
  ]
}

/** A step that a misspelt name was meant for is not reported twice. */
function unreachable(workflow: Workflow, edges: readonly Edge[]): readonly WorkflowProblem[] {
  const ids = workflow.steps.map(({ id }) => id)
  if (!ids.includes(workflow.start)) return []
  const misspelt = workflow.steps.flatMap(listTargets).filter(({ to }) => to !== END && !ids.includes(to))
  const meant = misspelt.flatMap(({ to }) => findNearestNames(to, ids))
  const reached = findReachable([workflow.start, ...meant], edges)
  return ids
    .filter((id) => !reached.has(id))
    .map((id) =>
      workflowProblem(
        "workflow.unreachable",
        { step: id },
        {
          message: `no run can reach step "${id}": no path from "${workflow.start}" leads to it`,
          fix: `name ${id} in the next of a step before it, or remove it`,
        },
      ),
    )
}

function deadEnds(workflow: Workflow, edges: readonly Edge[]): readonly WorkflowProblem[] {
  if (workflow.steps.length === 0) return []
  const ids = new Set(workflow.steps.map(({ id }) => id))
  const unsettled = edges.filter(({ to }) => to !== END && !ids.has(to)).map(({ to }) => to)
  const leadingNowhere = workflow.steps.filter(({ id }) => !edges.some(({ from }) => from === id)).map(({ id }) => id)
  const ending = findReaching([END, ...unsettled, ...leadingNowhere], edges)
  const stuck = [...ids].filter((id) => !ending.has(id))
  if (stuck.length === ids.size)
    return [
      workflowProblem(
        "workflow.no-end",
        { field: "steps" },
        {
          message: `workflow "${workflow.name}" never ends: no step leads to end`,
          fix: `write end in the next of the last step, as in "ok: end"`,
        },
      ),
    ]
  return stuck.map((id) => {
    const onward = [...findReachable([id], edges)].filter((other) => other !== id)
    return workflowProblem(
      "workflow.dead-end",
      { step: id, field: "next" },
      {
        message: `no run can end after step "${id}": it leads ${onward.length === 0 ? "only to itself" : `only to ${onward.join(", ")}`}`,
        fix: "make one of these steps lead to end, or to a step that leads there",
      },
    )
  })
}

function endless(workflow: Workflow, edges: readonly Edge[]): readonly WorkflowProblem[] {
  return findUncappedLoops(workflow, edges).map((circle) =>
    workflowProblem(
      "workflow.endless-loop",
      { step: circle[0] ?? "", field: "maxRounds" },
      {
        message: `a run can loop forever: ${[...circle, circle[0]].join(" → ")}`,
        fix: "add maxRounds to one of these steps, or a loop with a limit to its gate",
      },
    ),
  )
}

function cheaperCircles(workflow: Workflow, edges: readonly Edge[]): readonly WorkflowProblem[] {
  const instead = edges.filter(({ by, to }) => by === "cheaper" && findStep(workflow, to) !== undefined)
  return findLoops(instead).map((circle) =>
    workflowProblem(
      "workflow.cheaper-circle",
      { step: circle[0] ?? "", field: "cheaper" },
      {
        message: `each of these is declared cheaper than the one before: ${[...circle, circle[0]].join(" → ")}`,
        fix: "remove cheaper from the cheapest of them",
      },
    ),
  )
}
