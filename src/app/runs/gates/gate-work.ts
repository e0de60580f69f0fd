import type { Engine } from "../../../run/engine.ts"
import type { GateAnswer, GateAsk } from "../../../run/model.ts"
import type { Run } from "../../../run/model.ts"
import type { Skillet } from "../../session/open-skillet.ts"
import { gateShell } from "./gate-shell.ts"
import { inspectFiles } from "./inspect-files.ts"

/** Does what gates ask for, in the directory of their run. */
export function gateWork(
  skillet: Skillet,
  engine: Engine,
): (ask: GateAsk, run: Run, signal: AbortSignal) => Promise<GateAnswer> {
  const shell = gateShell(skillet, engine)
  return (ask, run, signal) => ("command" in ask ? shell(ask.command, run, signal) : inspectFiles(skillet, run, ask))
}
