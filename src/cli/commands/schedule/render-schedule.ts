import { formatNext } from "../../../schedule/describe-schedule.ts"
import { formatDuration } from "../../../schedule/durations.ts"
import type { AddedSchedule } from "../../../schedule/io/change-schedules.ts"
import { ON_TIME } from "../../../schedule/policy.ts"
import type { Due, Schedule } from "../../../schedule/schedule.ts"
import { formatZoned } from "../../../schedule/time-zones.ts"
import { formatCount } from "../../../text/format-count.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import type { Io } from "../../output.ts"
import { renderHint } from "../../render-hint.ts"

/** What is done, in one line. */
export function describeWork({ work }: Schedule): string {
  return toVisibleLine(work.workflow === undefined ? work.prompt : `workflow ${work.workflow}`)
}

export function describeTimes({ times }: Schedule): string {
  if (times.kind === "self-paced") return "self-paced"
  return times.kind === "cron" ? `${times.cron} ${times.zone}` : `once, ${formatZoned(times.at, times.zone)}`
}

/** The next times with their zone, below a heading. */
export function renderNextTimes(next: readonly number[], { times }: Schedule, now: number): readonly string[] {
  return next.length === 0 ? [] : ["Next:", ...next.map((at) => `  ${formatNext(at, times.zone, now)}`)]
}

/** \`ran  Wed 2026-11-18 14:05 UTC+1  r-7k3f9qxm\`. */
export function renderDue(due: Due, zone: string): string {
  const { state, at, run, why } = due
  const parts = [state.padEnd(8), formatZoned(at, zone), causes[due.cause], run, why && toVisibleLine(why)]
  return parts.filter((part) => part !== undefined && part !== "").join("  ")
}

const causes: Readonly<Record<Due["cause"], string>> = {
  time: "",
  asked: "(asked for)",
  first: "(first run)",
  last: "(last run)",
  paced: "",
}

interface LastTick {
  readonly of: readonly Schedule[]
  readonly lastTick?: number | undefined
  readonly now: number
  readonly what?: string
}

/** Nothing starts unless some process looks for due times. If none did lately, `what` says what follows. */
export function warnOfTicks(io: Io, { of, lastTick, now, what = "nothing starts by itself" }: LastTick): void {
  if (lastTick !== undefined && now - lastTick <= ON_TIME) return
  const isForWorkers = of.every(({ work }) => work.agent === "workers")
  const nobody = isForWorkers ? "No timer and no worker has" : "No timer has"
  const since =
    lastTick === undefined
      ? `${nobody} looked for due times yet`
      : `${nobody} looked for due times for ${formatDuration(now - lastTick)}`
  const hint = "skillet schedule install lets the operating system do it every minute"
  const worker = isForWorkers ? "; so does a skillet worker of this project with a user's role" : ""
  io.err(`${since}, so ${what}.\n  ${renderHint(`${hint}${worker}`, io)}`)
}

export function renderAdded(added: AddedSchedule, io: Io): readonly string[] {
  const { schedule, rounded, note, cadence, next, now } = added
  return [
    `${schedule.id}  ${describeTimes(schedule)}  ${describeWork(schedule)}`,
    ...(cadence === undefined ? [] : [`It runs now, and then ${cadence}.`]),
    ...[rounded, note].flatMap((line) => line ?? []),
    ...renderNextTimes(next, schedule, now),
    ...renderEnd(schedule, io),
    ...(schedule.origin === "loop" || schedule.work.agent !== "host"
      ? []
      : [renderHint(describeHostWork(schedule, "will get"), io)]),
  ]
}

/** The default is easily overlooked: work that is only announced is not done. */
export function describeHostWork({ work }: Schedule, gets: "gets" | "will get"): string {
  const { to } = work
  return `No agent is started: @${to} ${gets} the work as a message (skillet messages --to ${to}). With --agent auto, an agent is started.`
}

function renderEnd({ id, origin, policy, times }: Schedule, io: Io): readonly string[] {
  const { until, maxRuns, runsAtEnd } = policy
  const last = runsAtEnd === true ? ", with one last run" : ""
  const cancel = renderHint(`skillet loop --cancel ${id} ends it sooner.`, io)
  return [
    ...(until === undefined ? [] : [`It ends ${formatZoned(until, times.zone)}${last}.`]),
    ...(maxRuns === undefined || times.kind === "once" ? [] : [`It ends after ${formatCount(maxRuns, "run")}.`]),
    ...(origin === "loop" ? [cancel] : []),
  ]
}
