import { readErrorCode, SkilletError } from "../problem/failure.ts"
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

/** A procedure can be about another run and then shows its results: that one must be of the same workspace. */
export async function requireOwnParams(
  place: { readonly skillet: Skillet; readonly top: string },
  params: Readonly<Record<string, string>>,
): Promise<void> {
  for (const given of Object.values(params)) if (await isRun(place.skillet, given)) await requireOwnRun(place, given)
}

export async function isRun({ runs }: Skillet, id: string): Promise<boolean> {
  try {
    await runs.find(id)
    return true
  } catch (error) {
    if (readErrorCode(error) === "run.not-found") return false
    throw error
  }
}

/** Under which name a client's reports and answers are recorded. */
export function nameReporter({ name }: ServedClient): string {
  return `${name}, an MCP client`
}
