import { SkilletError } from "../problem/failure.ts"
import type { DriverName, WorktreeMode } from "../settings/agent-settings.ts"
import { listDueTimes, listNextTimes } from "./due-times.ts"
import { readDuration } from "./durations.ts"
import { toCronInterval } from "./loop/interval-to-cron.ts"
import { readLoop } from "./loop/read-loop.ts"
import { chooseQuietAfter, LOOP_LASTS, usualPolicy } from "./policy.ts"
import { readCron } from "./read-cron.ts"
import { readMoment } from "./read-moment.ts"
import type { NewDue, Policy, Schedule, ScheduleTimes } from "./schedule.ts"
import { formatZoned, requireZone } from "./time-zones.ts"

/** Who does the work of a schedule, and its limits. Durations are texts such as `24h`. */
export interface ScheduleOptions {
  /** An agent of this machine, or `host` (default): the agent of a host finds it in its inbox. */
  readonly agent?: DriverName | undefined
  /** The agent of the host that gets it (default `orchestrator`). */
  readonly to?: string | undefined
  readonly program?: string | undefined
  readonly worktrees?: WorktreeMode | undefined
  /** A name such as `Europe/Berlin` (default: that of the machine). */
  readonly zone?: string | undefined
  readonly misfire?: Policy["misfire"] | undefined
  readonly catchUpWithin?: string | undefined
  readonly overlap?: Policy["overlap"] | undefined
  readonly spread?: number | undefined
  /** `off`: never. */
  readonly quietAfter?: string | undefined
  /** A date with time and offset, or a duration from now. */
  readonly until?: string | undefined
  readonly maxRuns?: number | undefined
  readonly maxCost?: number | undefined
}

export interface NewSchedule extends ScheduleOptions {
  /** When it is due: a cron expression, or `at`. */
  readonly cron?: string | undefined
  /** It is due once: a duration from now such as `20m` or `in 20 minutes`, or a date and time with its offset. */
  readonly at?: string | undefined
  readonly prompt?: string | undefined
  /** The workflow to start instead of a prompt. */
  readonly workflow?: string | undefined
  readonly params?: Readonly<Record<string, string>> | undefined
}

export interface NewLoop extends ScheduleOptions {
  /** What to repeat, with its interval: `5m check the build`. */
  readonly input: string
  /** Every round names the delay until the next one. */
  readonly selfPaced?: boolean | undefined
}

/** What a schedule is made from besides what was asked for. */
export interface ScheduleFacts {
  readonly id: string
  readonly project: string
  readonly directory: string
  readonly identity?: string | undefined
  readonly now: number
  readonly by: string
  /** The time zone of the machine. */
  readonly zone: string
}

export interface PlannedSchedule {
  readonly schedule: Schedule
  readonly dues: readonly NewDue[]
  /** What differs from what was asked for. */
  readonly rounded?: string | undefined
  /** What was assumed about the interval of a loop. */
  readonly note?: string | undefined
  readonly cadence?: string | undefined
}

export function planSchedule(wanted: NewSchedule, facts: ScheduleFacts): PlannedSchedule {
  const { prompt = "", workflow, params } = wanted
  if (params !== undefined && workflow === undefined)
    throw new SkilletError("schedule.no-workflow", "parameters need a workflow, and none is named", {
      retry: "no",
      next: "add --workflow NAME, or leave out --param",
    })
  if ((prompt.trim() === "") === (workflow === undefined))
    throw new SkilletError("schedule.no-work", describeWrongWork(workflow), {
      retry: "no",
      next: 'skillet schedule add "0 9 * * 1-5" "summarise what changed", or --workflow NAME',
    })
  const times = readTimes(wanted, facts)
  return {
    schedule: assemble({ wanted, facts, times, origin: "schedule", prompt, more: { workflow, params } }),
    dues: [],
  }
}

function describeWrongWork(workflow: string | undefined): string {
  return workflow === undefined
    ? "there is nothing to do: a prompt or a workflow is missing"
    : "a schedule does one thing: a prompt or a workflow, not both"
}

function readTimes({ cron, at, zone: given }: NewSchedule, { now, zone: usual }: ScheduleFacts): ScheduleTimes {
  const zone = requireZone(given ?? usual)
  if (cron !== undefined && at === undefined) return { kind: "cron", cron: readCron(cron), zone }
  if (at !== undefined && cron === undefined)
    return { kind: "once", at: readMoment(at, { option: "at", code: "schedule.bad-at", now, zone }), zone }
  throw new SkilletError("schedule.no-times", "a schedule has either a cron expression or one time", {
    retry: "no",
    next: 'skillet schedule add "0 9 * * 1-5" "summarise what changed", or --at "in 20 minutes"',
  })
}

/** A loop runs at once, and ends by itself. */
export function planLoop(wanted: NewLoop, facts: ScheduleFacts): PlannedSchedule {
  const zone = requireZone(wanted.zone ?? facts.zone)
  const loop = readLoop(wanted.input)
  const isSelfPaced = wanted.selfPaced === true
  if (isSelfPaced && loop.isGiven)
    throw new SkilletError("loop.bad-interval", "a self-paced loop has no interval: each round names the next delay", {
      retry: "no",
      next: `skillet loop --self-paced "${loop.prompt}"`,
    })
  const even = isSelfPaced ? undefined : toCronInterval(loop.interval)
  const times: ScheduleTimes =
    even === undefined ? { kind: "self-paced", zone } : { kind: "cron", cron: even.cron, zone }
  const lasting = { ...wanted, until: wanted.until ?? LOOP_LASTS }
  const schedule = assemble({ wanted: lasting, facts, times, origin: "loop", prompt: loop.prompt })
  return {
    schedule: { ...schedule, policy: { ...schedule.policy, runsAtEnd: true } },
    dues: [{ at: facts.now, cause: "first", state: "due", isCatchUp: false }],
    rounded: even?.rounded,
    note: isSelfPaced ? undefined : loop.note,
    cadence: even?.cadence ?? "as each round says",
  }
}

interface Assembling {
  readonly wanted: ScheduleOptions
  readonly facts: ScheduleFacts
  readonly times: ScheduleTimes
  readonly origin: Schedule["origin"]
  readonly prompt: string
  readonly more?: Pick<Schedule["work"], "workflow" | "params">
}

function assemble({ wanted, facts, times, origin, prompt, more }: Assembling): Schedule {
  const { now, zone: _zone, ...place } = facts
  refuseOffline(wanted)
  const policy = readPolicy(wanted, times, now)
  const { next } = listDueTimes(times, policy, { after: now, upTo: now, most: 0 })
  if (next === undefined && times.kind !== "self-paced") throw neverDue(times, policy, now)
  return {
    ...place,
    origin,
    times,
    work: {
      prompt: prompt.trim(),
      ...more,
      agent: wanted.agent ?? "host",
      to: wanted.to ?? "orchestrator",
      program: wanted.program,
      worktrees: wanted.worktrees,
    },
    policy,
    created: now,
    changed: now,
    status: "active",
    cursor: now,
    next,
    notices: [],
  }
}

/** Only reviews can be done without an agent. */
function refuseOffline({ agent }: ScheduleOptions): void {
  if (agent !== "offline") return
  throw new SkilletError("agent.offline", "only reviews can be done offline", {
    retry: "no",
    next: "give another agent, such as --agent auto",
  })
}

function neverDue(times: ScheduleTimes, { until }: Policy, now: number): SkilletError {
  const [first] = listNextTimes(times, {}, { after: now, count: 1 })
  const when = first === undefined ? "" : `: its first due time is ${formatZoned(first, times.zone)}`
  const end = until === undefined ? "" : ` It ends ${formatZoned(until, times.zone)}.`
  return new SkilletError("schedule.never-due", `it would end before it is due${when}.${end}`, {
    retry: "no",
    next: "give a later end, such as --until 30d",
  })
}

function readPolicy(wanted: ScheduleOptions, times: ScheduleTimes, now: number): Policy {
  const { catchUpWithin, quietAfter, until } = wanted
  return {
    misfire: wanted.misfire ?? usualPolicy.misfire,
    overlap: wanted.overlap ?? usualPolicy.overlap,
    spread: wanted.spread ?? usualPolicy.spread,
    catchUpWithin:
      catchUpWithin === undefined ? usualPolicy.catchUpWithin : readDuration(catchUpWithin, "catch-up-within"),
    quietAfter: readQuietAfter(quietAfter, times, now),
    until:
      until === undefined
        ? undefined
        : readMoment(until, { option: "until", code: "schedule.bad-until", now, zone: times.zone }),
    maxRuns: wanted.maxRuns,
    maxCost: wanted.maxCost,
  }
}

function readQuietAfter(given: string | undefined, times: ScheduleTimes, now: number): number | undefined {
  if (given === "off") return undefined
  return given === undefined ? chooseQuietAfter(times, now) : readDuration(given, "quiet-after")
}
