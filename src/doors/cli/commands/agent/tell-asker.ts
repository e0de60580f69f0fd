import type { Runs } from "../../../../app/runs/open-runs.ts"
import { wakeAsker } from "../../../../app/wake/agents/wake-asker.ts"
import { findRun } from "../../../../run/engine.ts"
import { howTold } from "../wake/how-told.ts"
import { ownScript } from "../wake/own-script.ts"
import type { Io } from "../../io.ts"

/** Where a run was the question of an agent, wakes the agent and says so. Its id is that of the run. */
export async function tellAsker(runs: Runs, id: string, io: Io): Promise<void> {
  const run = await findRun(runs.engine, id)
  if (run.status === "running") return
  const woken = await wakeAsker(run, { env: io.env, cwd: runs.cwd }, ownScript())
  if (woken !== undefined) io.err(howTold(woken.agent, woken.plan))
}
