import { applyEvent } from "../../run/apply-event.ts"
import { findRun } from "../../run/engine.ts"
import { historyOf } from "../../run/history.ts"
import { stepOf } from "../../workflow/workflow.ts"
import type { SkilletOptions } from "../options.ts"
import type { Runs } from "./open-runs.ts"
import { refuseElsewhere } from "./own-project.ts"

/**
 * Does what nobody outside has to do: runs the commands of the gate a run stands at, and lets a wait end whose time has
 * come. Everything else stays as it is.
 */
export async function settleRun(runs: Runs, id: string, options: SkilletOptions): Promise<void> {
  const run = await findRun(runs.engine, id)
  if (run.status !== "running") return
  const step = stepOf(await runs.engine.definitions.find(run.definition), run.step)
  if (step?.kind === "wait") await applyEvent(runs.engine, id, { kind: "tick", at: runs.engine.now() })
  if (step?.kind !== "gate") return
  const dispatches = await historyOf(runs.engine.store).dispatches(id, run.step, run.round)
  if (!dispatches.some(({ status, ask }) => ask.kind === "command" && (status === "open" || status === "leased")))
    return
  refuseElsewhere(runs, run)
  const { runGateCommands } = await import("./run-gate-commands.ts")
  if (await runGateCommands(runs, run, options)) await settleRun(runs, id, options)
}
