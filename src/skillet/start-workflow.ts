import { type StartOptions, startFound, startNamed } from "../run/io/start-named.ts"
import type { Workflow } from "../workflow/workflow.ts"
import type { Places } from "./open-places.ts"

/** Starts a run and returns its id. A workflow that is broken or gets wrong parameters is refused with everything wrong. */
export async function startWorkflow(
  places: Places,
  workflow: string | Workflow,
  options: StartOptions,
): Promise<string> {
  const [session, runs] = [await places.session(), await places.runs()]
  if (typeof workflow === "string") return startNamed(session, runs, { ...options, name: workflow })
  places.register(workflow)
  return startFound(session, runs, { ...options, found: { workflow, children: [], problems: [] } })
}
