import { SkilletError } from "../problem/failure.ts"
import type { Run } from "../run/model.ts"
import type { Skillet } from "../skillet/skillet.ts"
import { findProject } from "../system/find-project.ts"
import type { ServedClient } from "./client-rules.ts"

/** The run, if it belongs to the workspace of the call. Clients never reach the runs of another project. */
export async function requireOwnRun(
  { skillet, top }: { readonly skillet: Skillet; readonly top: string },
  id: string,
): Promise<Run> {
  const run = await skillet.runs.find(id)
  if (run.project === findProject(top).project) return run
  throw new SkilletError("mcp.other-project", `run ${id} does not belong to ${top}`, {
    retry: "no",
    next: "call again with the workspace of its project; run_status lists the runs of a workspace",
  })
}

/** Under which name a client's reports and answers are recorded. */
export function nameReporter({ name }: ServedClient): string {
  return `${name}, an MCP client`
}
