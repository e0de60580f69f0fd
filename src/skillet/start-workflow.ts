import { type StartOptions, startFound } from "../run/io/start-named.ts"
import { requireStarted } from "../run/advance/start-run.ts"
import { checkShape } from "../workflow/check/shape/check-shape.ts"
import { selectIgnoredConventions } from "../workflow/ignored-convention.ts"
import type { Workflow } from "../workflow/workflow.ts"
import { type AvailableWorkflow, findAvailableWorkflow } from "./find-available-workflow.ts"
import type { Resources } from "./open-resources.ts"

/** Starts a run and returns its id. A workflow that is broken or gets wrong parameters is refused with everything wrong. */
export async function startWorkflow(
  resources: Resources,
  workflow: string | Workflow,
  options: StartOptions,
): Promise<string> {
  const [session, runs] = [await resources.session(), await resources.runs()]
  if (typeof workflow === "string")
    return startFound(session, runs, { ...options, found: await findNamed(resources, workflow) })
  const misshapen = checkShape(workflow)
  // Before it is registered: what is no workflow must not be asked for its name later.
  if (misshapen.length > 0) requireStarted({ kind: "problems", problems: misshapen }, "it")
  resources.register(workflow)
  return startFound(session, runs, { ...options, found: { workflow, children: [], problems: [] } })
}

/** If it comes from a module, what is wrong with other modules is told; otherwise, which texts of the project do not count. */
async function findNamed(resources: Resources, name: string): Promise<AvailableWorkflow> {
  const found = await findAvailableWorkflow(resources, name)
  if (found.skill === undefined)
    for (const problem of (await resources.workflows()).problems) resources.options.onProblem?.(problem)
  for (const problem of selectIgnoredConventions(found.problems)) resources.options.onProblem?.(problem)
  return found
}
