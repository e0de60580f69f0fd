import { driveTask } from "../../../orchestrate/io/drive-task.ts"
import type { CompositeTask } from "../../../orchestrate/io/open-task.ts"
import { openAgents } from "../../../run/io/agents/open-agents.ts"
import { openActivity } from "../../terminal/agent-activity.ts"
import type { Runs } from "../../../run/io/open-runs.ts"
import type { Session } from "../../../catalog/io/session/open-session.ts"
import type { driverNames } from "../../../settings/agent-settings.ts"
import type { Io } from "../../io.ts"

export interface DriveFlags {
  readonly skillet: Session
  readonly runs: Runs
  readonly io: Io
  readonly options: {
    readonly agent?: (typeof driverNames)[number]
    readonly program?: string
    readonly "at-once"?: number
  }
}

/** Has the agents that were named do the phases. */
export async function driveAgents(
  task: CompositeTask,
  { skillet, runs, io, options }: DriveFlags,
): Promise<CompositeTask> {
  const activity = openActivity(runs.engine.now)
  const driver = await openAgents(skillet, runs, {
    agent: options.agent ?? "host",
    program: options.program,
    env: io.env,
    told: (sentence) => io.err(sentence),
    heard: activity.heard,
  })
  if (driver === undefined) return task
  const progress = io.progress(task.task)
  const stop = new AbortController()
  const onInterrupt = () => stop.abort(new Error("interrupted"))
  process.once("SIGTERM", onInterrupt)
  try {
    return await driveTask(skillet, runs, {
      task: task.task,
      driver,
      atOnce: options["at-once"],
      signal: stop.signal,
      progress: (at) => progress.say(activity.text(at)),
    })
  } finally {
    process.removeListener("SIGTERM", onInterrupt)
    progress.end()
  }
}
