import { driverNames } from "../../../settings/agent-settings.ts"
import { driveTask } from "../../../orchestrate/io/drive-task.ts"
import type { CompositeTask } from "../../../orchestrate/io/open-task.ts"
import type { Skillet } from "../../../catalog/io/session/open-skillet.ts"
import { openAgents } from "../../../run/io/agents/open-agents.ts"
import type { Runs } from "../../../run/io/open-runs.ts"
import { openActivity } from "../../terminal/agent-activity.ts"
import type { Io } from "../../io.ts"

/** The options of commands that can have agents work on a job. */
export const driverOptions = {
  agent: { kind: "choice", values: driverNames, about: "which agents do the phases (default host: the caller)" },
  program: { kind: "text", value: "LINE", about: "the program of --agent command, with its arguments" },
  "at-once": { kind: "number", value: "N", about: "how many agents work in parallel (default 4)" },
} as const

export interface DriveFlags {
  readonly skillet: Skillet
  readonly runs: Runs
  readonly io: Io
  readonly options: {
    readonly agent?: (typeof driverNames)[number]
    readonly program?: string
    readonly "at-once"?: number
  }
}

/** Has the agents that were named do the phases; with the caller as the agent the job stays where it is. */
export async function driveWith(
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
