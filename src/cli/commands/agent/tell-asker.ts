import { renderHint } from "../../render-hint.ts"
import type { Runs } from "../../../run/io/open-runs.ts"
import { wakeAsker } from "../../../tasks/io/agents/wake-asker.ts"
import { findRun } from "../../../run/engine.ts"
import { writeDeliveryNote } from "../wake/delivery-note.ts"
import { locateSkilletScript } from "../wake/skillet-script.ts"
import type { Io } from "../../io.ts"

/** If a run was an agent's question, wakes the agent and prints that. Its id is that of the run. */
export async function tellAsker(runs: Runs, id: string, io: Io): Promise<void> {
  const run = await findRun(runs.engine, id)
  if (run.status === "running") return
  const woken = await wakeAsker(run, { env: io.env, cwd: runs.cwd }, locateSkilletScript())
  if (woken !== undefined) io.err(renderHint(writeDeliveryNote(woken.agent, woken.plan), io))
}
