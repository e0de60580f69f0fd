import type { ScheduleOptions } from "../../../schedule/plan-schedule.ts"
import { misfires, overlaps } from "../../../schedule/schedule.ts"
import { driverNames, type DriverName, type WorktreeMode, worktreeModes } from "../../../settings/agent-settings.ts"
import { readDollars } from "../run/budget.ts"
import { requireAgentName } from "../wake/with-wake.ts"

/** Only reviews can be done offline. */
const scheduledAgents = driverNames.filter((name) => name !== "offline")

/** Who does the work of a schedule or a loop, and its policies. */
export const scheduleOptions = {
  agent: { kind: "choice", values: scheduledAgents, about: "who does it (default host: an agent gets a message)" },
  to: { kind: "text", value: "AGENT", about: "the agent that gets the message (default orchestrator)" },
  program: { kind: "text", value: "LINE", about: "the program of --agent command, with its arguments" },
  worktrees: { kind: "choice", values: worktreeModes, about: "let agents write, in their own git worktrees" },
  zone: { kind: "text", value: "ZONE", about: "the time zone, such as Europe/Berlin (default: the machine's)" },
  misfire: { kind: "choice", values: misfires, about: "which missed due times run (default once: the last one)" },
  "catch-up-within": { kind: "text", value: "TIME", about: "how late a due time may still run (default 24h)" },
  overlap: { kind: "choice", values: overlaps, about: "if the last run is still under way (default skip)" },
  spread: { kind: "number", value: "N", about: "how many missed due times run at once (default 2)" },
  "quiet-after": { kind: "text", value: "TIME", about: "tell me after this long without a success; off: never" },
  until: { kind: "text", value: "WHEN", about: "when it ends: 7d, or 2026-12-31T18:00+01:00" },
  "max-runs": { kind: "number", value: "N", about: "end it after this many runs" },
  "max-cost": { kind: "text", value: "DOLLARS", about: "end it when its runs have cost this much" },
} as const

interface Given {
  readonly agent?: DriverName
  readonly to?: string
  readonly program?: string
  readonly worktrees?: WorktreeMode
  readonly zone?: string
  readonly misfire?: (typeof misfires)[number]
  readonly "catch-up-within"?: string
  readonly overlap?: (typeof overlaps)[number]
  readonly spread?: number
  readonly "quiet-after"?: string
  readonly until?: string
  readonly "max-runs"?: number
  readonly "max-cost"?: string
}

export function readScheduleOptions(options: Given): ScheduleOptions {
  const { agent, program, worktrees, zone, misfire, overlap, spread, until } = options
  const cost = options["max-cost"]
  return {
    agent,
    program,
    worktrees,
    zone,
    misfire,
    overlap,
    spread,
    until,
    to: options.to === undefined ? undefined : requireAgentName(options.to),
    catchUpWithin: options["catch-up-within"],
    quietAfter: options["quiet-after"],
    maxRuns: options["max-runs"],
    maxCost: cost === undefined ? undefined : readDollars(cost),
  }
}
