import { type StartOptions, startFound, startNamed } from "../run/io/start-named.ts"
import { requireStarted } from "../run/advance/start-run.ts"
import { checkShape } from "../workflow/check/shape/check-shape.ts"
import { listWorkflows } from "../workflow/io/find-workflow.ts"
import type { Workflow } from "../workflow/workflow.ts"
import type { Resources } from "./open-resources.ts"

/** Starts a run and returns its id. A workflow that is broken or gets wrong parameters is refused with everything wrong. */
export async function startWorkflow(
  resources: Resources,
  workflow: string | Workflow,
  options: StartOptions,
): Promise<string> {
  const [session, runs] = [await resources.session(), await resources.runs()]
  const found = typeof workflow === "string" ? await findRegistered(resources, workflow) : workflow
  if (typeof found === "string") return startNamed(session, runs, { ...options, name: found })
  const misshapen = checkShape(found)
  // Before it is registered: what is no workflow must not be asked for its name later.
  if (misshapen.length > 0) requireStarted({ kind: "problems", problems: misshapen }, "it")
  resources.register(found)
  return startFound(session, runs, { ...options, found: { workflow: found, children: [], problems: [] } })
}

/** The registered workflow of that name, unless a skill has one; else the name itself. */
async function findRegistered(resources: Resources, name: string): Promise<string | Workflow> {
  const registered = (await resources.workflows()).find((workflow) => workflow.name === name)
  if (registered === undefined) return name
  const { workflows } = await listWorkflows(await resources.session())
  return workflows.some(({ workflow }) => workflow.name === name) ? name : registered
}
