import type { Due } from "../../../schedule/schedule.ts"
import { formatZoned } from "../../../schedule/time-zones.ts"
import type { SkilletSchedules } from "../../../skillet/open-skillet-schedules.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noteRunning, printDeleted } from "./print-deleted.ts"
import { printStart } from "./print-start.ts"
import { tickOnce } from "./tick.ts"
import { withSchedules } from "./with-schedules.ts"

const ONE = { least: 1, most: 1, what: "a schedule's id" } as const

export const scheduleRun = defineCommand({
  more: "This is in addition to its own times; its overlap and cost policies apply.",
  usage: "ID [--wait]",
  examples: [
    { line: "skillet schedule run s-7k3f9qxm", about: "in the background" },
    { line: "skillet schedule run s-7k3f9qxm --wait", about: "here, until it has ended" },
  ],
  options: { wait: { kind: "flag", about: "work on it in this process" } },
  arguments: ONE,
  async run({ options, arguments: [id = ""] }, io) {
    return withSchedules(io, options, async (schedules) => {
      const due = await schedules.run(id)
      const ticked = await tickOnce(schedules, { wait: options.wait, asked: true })
      const mine = await findDue(schedules, due)
      if (options.json === true) io.json({ due: mine, ticked })
      else await printStart(schedules, { due: mine, ticked }, io)
      return mine.state === "failed" ? 1 : 0
    })
  },
})

export const schedulePause = defineCommand({
  usage: "ID",
  examples: [
    { line: "skillet schedule pause s-7k3f9qxm", about: "it does not start until it is resumed" },
    { line: "skillet schedule pause s-7k3f9qxm --json", about: "prints the schedule" },
  ],
  options: {},
  arguments: ONE,
  async run({ options, arguments: [id = ""] }, io) {
    return withSchedules(io, options, async (schedules) => {
      const schedule = await schedules.pause(id)
      const { open } = await schedules.show(schedule.id)
      if (options.json === true) io.json({ schedule })
      else {
        io.out(`${schedule.id} is paused.`)
        noteRunning(open?.state === "running" ? open.run : undefined, io)
      }
      return 0
    })
  },
})

export const scheduleResume = defineCommand({
  more: "What was due during the pause is skipped.",
  usage: "ID [--catch-up]",
  examples: [
    { line: "skillet schedule resume s-7k3f9qxm", about: "from now on" },
    { line: "skillet schedule resume s-7k3f9qxm --catch-up", about: "its misfire policy decides on the pause" },
  ],
  options: { "catch-up": { kind: "flag", about: "treat the due times of the pause as missed ones" } },
  arguments: ONE,
  async run({ options, arguments: [id = ""] }, io) {
    return withSchedules(io, options, async (schedules) => {
      const schedule = await schedules.resume(id, { catchUp: options["catch-up"] })
      const { next, times } = schedule
      if (options.json === true) io.json({ schedule })
      else io.out(`${schedule.id} is active.${next === undefined ? "" : ` Next: ${formatZoned(next, times.zone)}`}`)
      return 0
    })
  },
})

export const scheduleDelete = defineCommand({
  more: "A run that is under way continues.",
  usage: "ID",
  examples: [
    { line: "skillet schedule delete s-7k3f9qxm", about: "it does not start again" },
    { line: "skillet schedule delete s-7k3f9qxm --json", about: "prints the run that is still under way" },
  ],
  options: {},
  arguments: ONE,
  async run({ options, arguments: [id = ""] }, io) {
    return withSchedules(io, options, async (schedules) => {
      printDeleted(await schedules.delete(id), "deleted", { io, json: options.json === true })
      return 0
    })
  },
})

/** The row as it is after a tick, whichever process worked on it. */
async function findDue(schedules: SkilletSchedules, due: Due): Promise<Due> {
  const dues = await schedules.history(due.schedule)
  return dues.find(({ at }) => at === due.at) ?? due
}
