import type { Workflow } from "../workflow.ts"
import { checkWorkflow } from "./check-workflow.ts"
import type { WorkflowProblem } from "./workflow-problem.ts"

/** Why a workflow must not be started; empty if it may be. A definition never changes, so each is checked once. */
export function errorsIn(workflow: Workflow): readonly WorkflowProblem[] {
  const already = checked.get(workflow)
  if (already !== undefined) return already
  const known = { workflows: new Set(Object.keys(workflow.children ?? {})) }
  const errors = checkWorkflow(workflow, known).filter(({ level }) => level === "error")
  checked.set(workflow, errors)
  return errors
}

const checked = new WeakMap<Workflow, readonly WorkflowProblem[]>()
