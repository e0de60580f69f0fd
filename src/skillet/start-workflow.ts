import { type StartOptions, startFound } from "../run/io/start-named.ts"
import { requireStarted } from "../run/advance/start-run.ts"
import { checkShape } from "../workflow/check/shape/check-shape.ts"
import type { Workflow } from "../workflow/workflow.ts"
import { type AvailableWorkflow, findAvailableWorkflow } from "./find-available-workflow.ts"
import type { Places } from "./open-places.ts"

/** Starts a run and returns its id. A workflow that is broken or gets wrong parameters is refused with everything wrong. */
export async function startWorkflow(
  places: Places,
  workflow: string | Workflow,
  options: StartOptions,
): Promise<string> {
  const [session, runs] = [await places.session(), await places.runs()]
  if (typeof workflow === "string")
    return startFound(session, runs, { ...options, found: await findNamed(places, workflow) })
  const misshapen = checkShape(workflow)
  // Before it is registered: what is no workflow must not be asked for its name later.
  if (misshapen.length > 0) requireStarted({ kind: "problems", problems: misshapen }, "it")
  places.register(workflow)
  return startFound(session, runs, { ...options, found: { workflow, children: [], problems: [] } })
}

/** If it comes from a module, what is wrong with other modules is told. */
async function findNamed(places: Places, name: string): Promise<AvailableWorkflow> {
  const found = await findAvailableWorkflow(places, name)
  if (found.skill === undefined)
    for (const problem of (await places.workflows()).problems) places.options.onProblem?.(problem)
  return found
}
