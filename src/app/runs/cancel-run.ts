import { applyEvent } from "../../run/apply-event.ts"
import { findRun } from "../../run/engine.ts"
import { acceptable } from "./acceptable.ts"
import type { Runs } from "./open-runs.ts"

/** Ends a run; those inside it end with it, in the same commit. Gives the runs that were ended. */
export async function cancelRun(
  { engine }: Runs,
  id: string,
  how: { readonly reason: string; readonly by: string },
): Promise<readonly string[]> {
  const run = await findRun(engine, id)
  const tree = await engine.store.runs({ root: run.root, status: "running" })
  acceptable(await applyEvent(engine, id, { kind: "cancel", at: engine.now(), ...how }))
  const below = tree.filter((one) => one.id.startsWith(`${id}.`)).sort((a, b) => a.id.length - b.id.length)
  return [id, ...below.map((child) => child.id)]
}
