import { SkilletError } from "../../problem/failure.ts"
import type { Problem } from "../../problem/problem.ts"
import type { Workflow } from "../workflow.ts"
import { checkAsked, type KnownWorkflows } from "./check-asked.ts"
import { checkLoops, checkReviews } from "./check-loops.ts"
import { checkNames } from "./check-names.ts"
import { checkOutcomes } from "./check-outcomes.ts"
import { checkOutputs } from "./check-outputs.ts"
import { checkParams } from "./check-params.ts"
import { checkPlaces } from "./check-places.ts"
import { checkReach } from "./check-reach.ts"
import { checkShape } from "./shape/check-shape.ts"
import { checkSchemas } from "./check-schemas.ts"
import { checkValues } from "./check-values.ts"
import type { WorkflowProblem } from "./workflow-problem.ts"

/**
 * Everything that is wrong with a workflow, in the order of its steps. Without an error, a run can reach every step,
 * can reach the end from every step, never loops without a cap, and never reads a value that does not exist.
 */
export function checkWorkflow(workflow: Workflow, known?: KnownWorkflows): readonly WorkflowProblem[] {
  const misshapen = checkShape(workflow)
  if (misshapen.length > 0) return misshapen
  const problems = [
    ...checkParams(workflow),
    ...checkNames(workflow),
    ...checkOutcomes(workflow),
    ...checkReach(workflow),
    ...checkLoops(workflow),
    ...checkAsked(workflow, known),
    ...checkPlaces(workflow),
    ...checkValues(workflow),
    ...checkSchemas(workflow),
    ...checkOutputs(workflow),
    ...checkReviews(workflow),
  ]
  const order = new Map(workflow.steps.map(({ id }, at) => [id, at]))
  const findPosition = ({ step }: WorkflowProblem) =>
    step === undefined ? -1 : (order.get(step) ?? workflow.steps.length)
  return problems.sort((a, b) => findPosition(a) - findPosition(b))
}

/** Why a workflow must not be started; empty if it may be. A definition never changes, so each is checked once. */
export function findWorkflowErrors(workflow: Workflow): readonly WorkflowProblem[] {
  const already = checked.get(workflow)
  if (already !== undefined) return already
  const known = { workflows: new Set(Object.keys(workflow.children ?? {})) }
  const errors = checkWorkflow(workflow, known).filter(({ level }) => level === "error")
  checked.set(workflow, errors)
  return errors
}

const checked = new WeakMap<Workflow, readonly WorkflowProblem[]>()

/** A workflow with errors is not started. */
export function requireSound(workflow: string, problems: readonly Problem[]): void {
  const errors = problems.filter(({ level }) => level === "error")
  const [first, ...more] = errors
  if (first === undefined) return
  const { code, message, path, line } = first
  const others = more.length > 0 ? ` and ${more.length} more` : ""
  throw new SkilletError(code, `workflow ${workflow} has errors: ${message} (${path}:${line ?? 1})${others}`, {
    retry: "no",
    next: `skillet workflow check ${workflow} lists all errors`,
    problems: errors,
  })
}
