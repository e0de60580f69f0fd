import { driverNames } from "../../../settings/agent-settings.ts"
import type { RunDriving } from "../../../skillet/drive-with-agents.ts"
import type { Io } from "../../output.ts"

/** The options of commands that can have agents work on a job. */
export const driverOptions = {
  agent: { kind: "choice", values: driverNames, about: "which agents do the phases (default host: the caller)" },
  program: { kind: "text", value: "LINE", about: "the program of --agent command, with its arguments" },
  "at-once": { kind: "number", value: "N", about: "how many agents work in parallel (default 4)" },
} as const

interface DriveFlags {
  readonly agent?: (typeof driverNames)[number]
  readonly program?: string
  readonly "at-once"?: number
}

/** Has the agents that were named do the phases. With the caller as the agent, nothing is shown. */
export async function withDriving<T>(
  io: Io,
  { flags, name }: { readonly flags: DriveFlags; readonly name: string },
  act: (driving: RunDriving) => Promise<T>,
): Promise<T> {
  const { agent = "host", program } = flags
  if (agent === "host") return act({ agent })
  const { openActivity } = await import("../../terminal/agent-activity.ts")
  const activity = openActivity(Date.now)
  const progress = io.progress(name)
  const stop = new AbortController()
  const onInterrupt = () => stop.abort(new Error("interrupted"))
  process.once("SIGTERM", onInterrupt)
  try {
    return await act({
      agent,
      program,
      atOnce: flags["at-once"],
      signal: stop.signal,
      told: (sentence) => io.err(sentence),
      heard: activity.heard,
      progress: (at) => progress.say(activity.text(at)),
    })
  } finally {
    process.removeListener("SIGTERM", onInterrupt)
    progress.end()
  }
}
