import type { CompositeTask } from "../../../orchestrate/io/open-task.ts"
import { driverNames } from "../../../settings/agent-settings.ts"
import type { DriveFlags } from "./drive-agents.ts"

/** The options of commands that can have agents work on a job. */
export const driverOptions = {
  agent: { kind: "choice", values: driverNames, about: "which agents do the phases (default host: the caller)" },
  program: { kind: "text", value: "LINE", about: "the program of --agent command, with its arguments" },
  "at-once": { kind: "number", value: "N", about: "how many agents work in parallel (default 4)" },
} as const

/** With the caller as the agent the job stays where it is; the code for other agents is loaded only for them. */
export async function driveTaskWithFlags(task: CompositeTask, flags: DriveFlags): Promise<CompositeTask> {
  const { agent = "host" } = flags.options
  return agent === "host" ? task : (await import("./drive-agents.ts")).driveAgents(task, flags)
}
