import { formatNext, type ListedSchedule } from "../../../schedule/describe-schedule.ts"
import type { ShownSchedule } from "../../../schedule/io/change-schedules.ts"
import { formatDuration } from "../../../schedule/durations.ts"
import { formatZoned } from "../../../schedule/time-zones.ts"
import { formatDollars } from "../../../text/format-dollars.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { renderHint } from "../../render-hint.ts"
import { indentHanging } from "../../terminal/wrap-text.ts"
import { describeTimes, describeWork, renderDue, renderNextTimes } from "./render-schedule.ts"
import { withSchedules } from "./with-schedules.ts"

export const scheduleShow = defineCommand({
  usage: "ID",
  examples: [
    { line: "skillet schedule show s-7k3f9qxm", about: "by its id" },
    { line: "skillet schedule show 7k3 --json", about: "by the start of its id, as JSON" },
  ],
  options: {},
  arguments: { least: 1, most: 1, what: "a schedule's id" },
  async run({ options, arguments: [id = ""] }, io) {
    return withSchedules(io, options, async (schedules) => {
      const shown = await schedules.show(id)
      if (options.json === true) io.json(shown)
      else io.out(renderShown(shown, io.width).join("\n"))
      return 0
    })
  },
})

/** Paths and due times, whose spaces count, are not wrapped. */
const UNWRAPPED: ReadonlySet<string> = new Set(["in", "last try", "now"])

const INDENT = 12

function renderShown(shown: ShownSchedule, width: number): readonly string[] {
  const { schedule, lastSuccess, lastTry, open, lateBy, isQuiet, now } = shown
  const { work, times, status, because } = schedule
  const counts = Object.entries(shown.counts).map(([state, count]) => `${count} ${state}`)
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["status", [status, isQuiet ? "quiet for too long" : undefined, because].filter(Boolean).join(", ")],
    ["times", describeTimes(schedule)],
    ["agent", work.agent === "host" ? `host (@${work.to})` : work.agent],
    ["in", schedule.directory],
    ["policies", describePolicies(schedule)],
    ["due times", counts.length === 0 ? "none yet" : counts.join(", ")],
    ["no-ops", shown.noops === 0 ? undefined : String(shown.noops)],
    ["success", lastSuccess === undefined ? "never" : formatNext(lastSuccess.ended ?? lastSuccess.at, times.zone, now)],
    ["last try", lastTry && renderDue(lastTry, times.zone)],
    ["now", open && renderDue(open, times.zone)],
    ["late by", lateBy === undefined ? undefined : formatDuration(lateBy)],
  ]
  return [
    `${schedule.id}  ${describeWork(schedule)}`,
    ...rows.flatMap(([name, text]) => {
      if (text === undefined) return []
      const shownText = toVisibleLine(text)
      const wrapped = UNWRAPPED.has(name) ? shownText : indentHanging(shownText, INDENT, width)
      return [`  ${name}`.padEnd(INDENT) + wrapped]
    }),
    ...renderNextTimes(shown.next, schedule, now),
  ]
}

function describePolicies({ policy, times }: ListedSchedule["schedule"]): string {
  const { misfire, catchUpWithin, overlap, spread, quietAfter, until, maxRuns, maxCost } = policy
  return [
    `misfire ${misfire}`,
    `catch-up-within ${formatDuration(catchUpWithin)}`,
    `overlap ${overlap}`,
    `spread ${spread}`,
    `quiet-after ${quietAfter === undefined ? "off" : formatDuration(quietAfter)}`,
    until && `until ${formatZoned(until, times.zone)}`,
    maxRuns && `max-runs ${maxRuns}`,
    maxCost && `max-cost ${formatDollars(maxCost)}`,
  ]
    .filter(Boolean)
    .join(", ")
}

export const scheduleHistory = defineCommand({
  more: "Newest first, one line for each due time.",
  usage: "ID [--most N]",
  examples: [
    { line: "skillet schedule history s-7k3f9qxm", about: "ran, failed, skipped or expired, and why" },
    { line: "skillet schedule history s-7k3f9qxm --most 500 --json", about: "more of them, as JSON" },
  ],
  options: { most: { kind: "number", value: "N", about: "print at most this many (default 50)" } },
  arguments: { least: 1, most: 1, what: "a schedule's id" },
  async run({ options, arguments: [id = ""] }, io) {
    return withSchedules(io, options, async (schedules) => {
      const dues = await schedules.history(id, { most: options.most })
      if (options.json === true) io.json({ dues })
      else if (dues.length === 0)
        io.out(renderHint(`It was not due yet. skillet schedule show ${id} shows its next times.`, io))
      else {
        const { schedule } = await schedules.show(id)
        io.out(dues.map((due) => renderDue(due, schedule.times.zone)).join("\n"))
      }
      return 0
    })
  },
})
