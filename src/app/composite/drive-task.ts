import { ADVANCE } from "../../composite/compile/unit-steps.ts"
import type { AgentDriver } from "../../ports/agents/agent-driver.ts"
import type { Progress } from "../../run/drive/drive-settings.ts"
import { stalled } from "../../run/drive/what-waits.ts"
import type { Skillet } from "../session/open-skillet.ts"
import { driveRun } from "../runs/drive-run.ts"
import type { Runs } from "../runs/open-runs.ts"
import type { Task } from "./open-task.ts"
import { renewContext, settleTask } from "./settle-task.ts"
import { taskDriver } from "./task-driver.ts"

export interface DriveTask {
  readonly task: string
  readonly driver: AgentDriver
  readonly atOnce?: number | undefined
  readonly signal?: AbortSignal
  readonly progress?: (at: Progress) => void
}

/** Has agents do the phases of a task until it ends or a person is asked. */
export async function driveTask(skillet: Skillet, runs: Runs, { task: run, driver, ...how }: DriveTask): Promise<Task> {
  const driven = await driveRun(skillet, runs, { run, ...how, driver: taskDriver(runs, driver), through: ADVANCE })
  if ("waitsFor" in driven) throw stalled(run, driven.waitsFor)
  const task = await settleTask(runs, run, skillet.options)
  renewContext(task)
  return task
}
