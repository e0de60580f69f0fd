import fs from "node:fs"
import type { Run } from "../model.ts"
import {
  type GateCommands,
  type Reported,
  requireOwnProject,
  settle,
  type StepReport,
  takeReport,
} from "../take-report.ts"
import type { SkilletOptions } from "../../catalog/io/session/options.ts"
import type { ProjectAndBranch } from "../../system/find-project.ts"
import { areChangesRecorded } from "./changes/locate-changes.ts"
import type { Runs } from "./open-runs.ts"

/** Reports the outcome of a step and returns what to do next. */
export async function reportStep(runs: Runs, report: StepReport, options: SkilletOptions): Promise<Reported> {
  const recording = await openRecording(runs, report, options)
  const gates = gateCommands(runs, options)
  const reported = await takeReport(runs.engine, report, recording === undefined ? gates : recording.around(gates))
  if (!reported.again) await recording?.end()
  return reported
}

/** Loaded only for runs whose changes are recorded. */
async function openRecording(runs: Runs, report: StepReport, { env = process.env }: SkilletOptions) {
  if (!areChangesRecorded(env, report.run)) return undefined
  const { openReportRecording } = await import("./changes/record-report.ts")
  return openReportRecording(runs, report, env)
}

/** Does what needs neither an agent nor a person: gate commands, and waits that are over. */
export async function settleRun(runs: Runs, id: string, options: SkilletOptions): Promise<void> {
  await settle(runs.engine, id, gateCommands(runs, options))
}

/** The shell and its policy are loaded only when a gate needs them. */
function gateCommands(runs: Runs, options: SkilletOptions): GateCommands {
  return async (run) => {
    refuseElsewhere(runs, run)
    const { runGateCommands } = await import("./gates/run-gate-commands.ts")
    return runGateCommands(runs, run, options)
  }
}

/** Refuses to run the gate commands of a run from another project, or where its directory does not exist. */
export function refuseElsewhere(
  { project }: Pick<ProjectAndBranch, "project">,
  run: Pick<Run, "id" | "project" | "program" | "directory">,
): void {
  const isDirectory = (at: string) => fs.statSync(at, { throwIfNoEntry: false })?.isDirectory() === true
  requireOwnProject(run, { project, isDirectory })
}
