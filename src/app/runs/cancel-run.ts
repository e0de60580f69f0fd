import { applyEvent } from "../../run/engine/apply.ts"
import { findRun } from "../../run/engine/engine.ts"
import { acceptable } from "./acceptable.ts"
import type { Runs } from "./open-runs.ts"

/**
 * Ends a run, and those inside it, from the top down: so no run inside tells one above that goes on without it. Gives the
 * runs that were ended.
 */
export async function cancelRun(
  { engine }: Runs,
  id: string,
  how: { readonly reason: string; readonly by: string },
): Promise<readonly string[]> {
  const run = await findRun(engine, id)
  acceptable(await applyEvent(engine, id, { kind: "cancel", at: engine.now(), ...how }))
  const tree = await engine.store.runs({ root: run.root, status: "running" })
  const below = tree.filter((one) => one.id.startsWith(`${id}.`)).sort((a, b) => a.id.length - b.id.length)
  for (const child of below) await applyEvent(engine, child.id, { kind: "cancel", at: engine.now(), ...how })
  return [id, ...below.map((child) => child.id)]
}
