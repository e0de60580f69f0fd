import { findRun } from "../../run/engine/engine.ts"
import { type Verification, verifyRun } from "../../run/engine/verify-run.ts"
import type { Skillet } from "../open-skillet.ts"
import { gateShell } from "./gate-shell.ts"
import type { Runs } from "./open-runs.ts"

/** Verifies a run; with a session its gates' commands are run once more. */
export async function verifyAgain({ engine }: Runs, id: string, skillet?: Skillet): Promise<Verification> {
  if (skillet === undefined) return verifyRun(engine, id)
  const run = await findRun(engine, id)
  const shell = gateShell(skillet, engine)
  return verifyRun(engine, id, { again: (command) => shell(command, run, new AbortController().signal) })
}
