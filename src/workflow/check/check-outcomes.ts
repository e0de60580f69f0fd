import { listOutcomes } from "../edges.ts"
import { isOutcome, type Outcome, findNextStep } from "../outcome.ts"
import type { ComputeTable, Step, Workflow } from "../workflow.ts"
import { joinWithOr, type WorkflowProblem, workflowProblem } from "./workflow-problem.ts"

/** Checks that each possible outcome of a step has a transition, and that there is none for an impossible one. */
export function checkOutcomes(workflow: Workflow): readonly WorkflowProblem[] {
  return workflow.steps.flatMap((step) => [
    ...missingEdges(step),
    ...idleEdges(step),
    ...uncappedIterate(step, workflow),
    ...(step.kind === "compute" && typeof step.compute === "object" ? checkTable(step.id, step.compute) : []),
  ])
}

function missingEdges(step: Step): readonly WorkflowProblem[] {
  const possible = listOutcomes(step)
  if (possible.length === 0) {
    const isTable = step.kind === "compute" && typeof step.compute === "object"
    return isTable
      ? []
      : [
          workflowProblem(
            "workflow.missing-edge",
            { step: step.id, field: "next" },
            { message: `step "${step.id}" leads nowhere`, fix: "say in next what follows ok: a step, or end" },
          ),
        ]
  }
  return possible
    .filter((outcome) => findNextStep(step.next, outcome) === undefined)
    .map((outcome) =>
      workflowProblem(
        "workflow.missing-edge",
        { step: step.id, field: `next.${outcome}` },
        {
          message: `step "${step.id}" can end with ${outcome}, but has no transition for it`,
          fix: fixForMissing(step, outcome),
        },
      ),
    )
}

function fixForMissing(step: Step, outcome: Outcome): string {
  if (step.kind === "gate" && outcome === "fail")
    return `add next.fail: the step that fixes what the gate found${step.loop === undefined ? "" : `, "${step.loop.work}"`}`
  return `add next.${outcome}, or next.default for every outcome that is not named`
}

function idleEdges(step: Step): readonly WorkflowProblem[] {
  const possible = listOutcomes(step)
  if (possible.length === 0) return []
  const isIdle = (key: string) =>
    key === "default"
      ? possible.every((outcome) => step.next[outcome] !== undefined)
      : !possible.some((one) => one === key)
  return Object.keys(step.next)
    .filter((key) => (key === "default" || isOutcome(key)) && isIdle(key))
    .map((key) =>
      workflowProblem(
        "workflow.idle-edge",
        { step: step.id, field: `next.${key}` },
        {
          message: `next.${key} of step "${step.id}" is never taken: ${nameSubject(step)} ends with ${joinWithOr(possible)}${key === "default" ? ", and each is named" : ""}`,
          fix: `remove next.${key}`,
        },
      ),
    )
}

function nameSubject(step: Step): string {
  switch (step.kind) {
    case "gate":
    case "dispatch":
    case "wait":
      return `a ${step.kind}`
    case "fanout":
      return "a fan-out"
    case "ask":
    case "compute":
    case "do":
      return "it"
  }
}

function uncappedIterate(step: Step, workflow: Workflow): readonly WorkflowProblem[] {
  const to = step.next.iterate
  if (to === undefined || !listOutcomes(step).includes("iterate") || step.maxRounds !== undefined) return []
  if (workflow.steps.some(({ id, maxRounds }) => id === to && maxRounds !== undefined)) return []
  return [
    workflowProblem(
      "workflow.uncapped-iterate",
      { step: step.id, field: "maxRounds" },
      {
        message: `step "${step.id}" may iterate, but nothing limits how often`,
        fix: `add maxRounds to "${step.id}", such as 5`,
      },
    ),
  ]
}

function checkTable(step: string, table: ComputeTable): readonly WorkflowProblem[] {
  const always = table.rows.findIndex(({ when }) => when === undefined || when.length === 0)
  if (always === -1)
    return [
      workflowProblem(
        "workflow.open-table",
        { step, field: "compute.rows" },
        {
          message: `the table of step "${step}" has no row for when no other row applies`,
          fix: "add a last row without conditions",
        },
      ),
    ]
  if (always === table.rows.length - 1) return []
  return [
    workflowProblem(
      "workflow.unused-row",
      { step, field: `compute.rows.${always + 1}` },
      {
        message: `row ${always + 2} of the table of step "${step}" is never reached: row ${always + 1} always applies`,
        fix: "move the row without conditions to the end",
      },
    ),
  ]
}
