import { findRun } from "../../run/engine.ts"
import { type Verification, verifyRun } from "../../run/verify-run.ts"
import type { Skillet } from "../open-skillet.ts"
import { gateShell } from "./gate-shell.ts"
import type { Runs } from "./open-runs.ts"
import { refuseElsewhere } from "./own-project.ts"

/** Verifies a run; with a session its gates' commands are run once more. */
export async function verifyAgain(runs: Runs, id: string, skillet?: Skillet): Promise<Verification> {
  const { engine } = runs
  if (skillet === undefined) return verifyRun(engine, id)
  const run = await findRun(engine, id)
  refuseElsewhere(runs, run)
  const shell = gateShell(skillet, engine)
  return verifyRun(engine, id, { again: (command) => shell(command, run, new AbortController().signal) })
}
