import { defineCommand } from "../../parsing/command.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { renderAdded, warnOfTicks } from "./render-schedule.ts"
import { readScheduleOptions, scheduleOptions } from "./schedule-options.ts"
import { printDeleted } from "./print-deleted.ts"
import { printStart } from "./print-start.ts"
import { tickOnce } from "./tick.ts"
import { withSchedules } from "./with-schedules.ts"

const USAGE = 'skillet loop "[interval] <prompt>", such as skillet loop "5m check the build"'

export const loop = defineCommand({
  more: "Without an interval: every 10 minutes. It ends with one last run.",
  usage: '"[INTERVAL] PROMPT" [--self-paced] [--agent WHO] | --cancel ID',
  examples: [
    { line: 'skillet loop "5m check the build" --agent auto', about: "also: check the build every 5 minutes" },
    { line: 'skillet loop --self-paced "watch the deploy" --agent claude', about: "each round names the next delay" },
    { line: "skillet loop --cancel s-7k3f9qxm", about: "it does not start again" },
  ],
  options: {
    "self-paced": { kind: "flag", about: "the agent names the next delay, from 60 to 3600 seconds" },
    cancel: { kind: "text", value: "ID", about: "end this loop" },
    wait: { kind: "flag", about: "do the first run in this process" },
    ...scheduleOptions,
  },
  arguments: { least: 0, most: 1000, what: "what to repeat" },
  async run({ options, arguments: words }, io) {
    const input = words.join(" ")
    const { cancel } = options
    if (cancel !== undefined && words.length > 0)
      throw new UsageError("--cancel takes no prompt", "skillet loop --cancel ID")
    if (cancel === undefined && input.trim() === "")
      throw new UsageError("there is nothing to repeat", `usage: ${USAGE}`)
    return withSchedules(io, options, async (schedules) => {
      if (cancel !== undefined) {
        printDeleted(await schedules.cancelLoop(cancel), "cancelled", { io, json: options.json === true })
        return 0
      }
      const added = await schedules.loop({
        ...readScheduleOptions(options),
        input,
        selfPaced: options["self-paced"],
      })
      if (options.json !== true) io.out(renderAdded(added, io).join("\n"))
      const ticked = await tickOnce(schedules, { wait: options.wait, asked: true })
      const first = (await schedules.history(added.schedule.id)).at(-1)
      if (options.json === true) io.json({ ...added, ticked })
      else {
        if (first !== undefined) await printStart(schedules, { due: first, ticked }, io)
        warnOfTicks(io, { ...added, of: [added.schedule], what: "later runs do not start by themselves" })
      }
      return first?.state === "failed" ? 1 : 0
    })
  },
})
