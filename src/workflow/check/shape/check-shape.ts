import type { Workflow } from "../../workflow.ts"
import { type WorkflowProblem, workflowProblem } from "../workflow-problem.ts"
import { isObject, type ShapeFault } from "./shape.ts"
import { workflowShape } from "./workflow-shape.ts"

/** That a definition has the types it claims: one from plain JavaScript may be anything. */
export function checkShape(workflow: Workflow): readonly WorkflowProblem[] {
  return workflowShape(workflow, "").map((fault) => problemOf(workflow, fault))
}

function problemOf({ steps }: Workflow, { field, wanted }: ShapeFault): WorkflowProblem {
  const [, at, rest = ""] = /^steps\.(\d+)\.?(.*)$/.exec(field) ?? []
  const step: unknown = at === undefined ? undefined : steps[Number(at)]
  const id = isObject(step) && typeof step["id"] === "string" ? step["id"] : undefined
  const place = id === undefined ? { field } : { step: id, field: rest }
  const message = `${id === undefined ? "the workflow" : `step "${id}"`}: ${place.field} is not ${wanted}`
  return workflowProblem("workflow.bad-shape", place, { message, fix: `make ${place.field} ${wanted}` })
}
