import type { ListedSchedule } from "../../../schedule/describe-schedule.ts"
import { formatDuration } from "../../../schedule/durations.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { renderHint } from "../../render-hint.ts"
import { type Column, renderTable } from "../../terminal/table.ts"
import { describeTimes, describeWork, warnOfTicks } from "./render-schedule.ts"
import { withSchedules } from "./with-schedules.ts"

export const scheduleList = defineCommand({
  more: "It lists those of this project unless you add --everywhere.",
  usage: "[--all] [--everywhere]",
  examples: [
    { line: "skillet schedule list", about: "active and paused ones, loops included" },
    { line: "skillet schedule list --all --everywhere", about: "also ended ones, of all projects" },
  ],
  options: {
    all: { kind: "flag", about: "also those that have ended or were deleted" },
    everywhere: { kind: "flag", about: "of all projects" },
  },
  arguments: noArguments,
  async run({ options }, io) {
    return withSchedules(io, options, async (schedules) => {
      const { all, everywhere } = options
      const listed = await schedules.list({ all, everywhere })
      if (options.json === true) io.json(listed)
      else if (listed.schedules.length === 0) io.out(renderHint(describeNone(options), io))
      else {
        io.out(renderTable(listed.schedules, makeColumns(listed.now), io.width).join("\n"))
        warnOfTicks(io, { ...listed, of: listed.schedules.map(({ schedule }) => schedule) })
      }
      return 0
    })
  },
})

function describeNone({ all, everywhere }: { readonly all?: boolean; readonly everywhere?: boolean }): string {
  const where = everywhere === true ? "on this machine" : "in this project"
  const what = all === true ? `There are no schedules ${where}` : `No schedule is active or paused ${where}`
  return `${what}. skillet schedule add "0 9 * * *" "…" adds one.`
}

function makeColumns(now: number): readonly Column<ListedSchedule>[] {
  const ago = (at: number | undefined) => (at === undefined ? "never" : `${formatDuration(now - at)} ago`)
  return [
    { title: "SCHEDULE", text: ({ schedule }) => schedule.id },
    { title: "STATUS", text: describeStatus },
    { title: "LAST SUCCESS", text: ({ lastSuccess }) => ago(lastSuccess?.ended), drops: 3 },
    {
      title: "LAST TRY",
      text: ({ lastTry }) =>
        lastTry === undefined ? "never" : `${lastTry.state} ${ago(lastTry.started ?? lastTry.ended ?? lastTry.made)}`,
      drops: 2,
    },
    {
      title: "NEXT",
      text: ({ next: [at] }) => (at === undefined ? "-" : `in ${formatDuration(Math.max(0, at - now))}`),
    },
    { title: "LATE BY", text: ({ lateBy }) => (lateBy === undefined ? "" : formatDuration(lateBy)) },
    { title: "TIMES", text: ({ schedule }) => describeTimes(schedule), drops: 1 },
    { title: "WORK", text: ({ schedule }) => describeWork(schedule), fills: true },
  ]
}

function describeStatus({ schedule, open, isQuiet }: ListedSchedule): string {
  if (schedule.status !== "active") return schedule.status
  const doing = open === undefined || open.state === "due" ? "active" : open.state
  return isQuiet ? `${doing}, quiet` : doing
}
