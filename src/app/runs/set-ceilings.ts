import { accepted, applyEvent } from "../../run/apply-event.ts"
import { findRun } from "../../run/engine.ts"
import type { Budget } from "../../run/model.ts"
import type { Runs } from "./open-runs.ts"

/** New values for the ceilings that are named. They belong to the run at the top. */
export async function setCeilings(
  { engine }: Runs,
  given: { readonly run: string; readonly budget: Budget; readonly by: string },
): Promise<void> {
  const { budget, by } = given
  if (Object.values(budget).every((ceiling) => ceiling === undefined)) return
  const { root } = await findRun(engine, given.run)
  accepted(await applyEvent(engine, root, { kind: "budget", at: engine.now(), budget, by }))
}
