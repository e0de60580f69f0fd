import { defineCommand } from "../../parsing/command.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { renderAdded, warnOfTicks } from "./render-schedule.ts"
import { readScheduleOptions, scheduleOptions } from "./schedule-options.ts"
import { withSchedules } from "./with-schedules.ts"

export const scheduleAdd = defineCommand({
  more: "CRON has five fields (Sunday is 0 or 7, names such as MON work), or is a shortcut such as @daily.",
  usage: 'CRON "PROMPT" [--agent WHO] [--zone ZONE]',
  examples: [
    { line: 'skillet schedule add "0 9 * * 1-5" "Summarise what changed" --agent auto', about: "on weekdays at nine" },
    {
      line: 'skillet schedule add @daily --workflow problem-analysis --param problem="slow tests"',
      about: "a workflow",
    },
  ],
  options: {
    workflow: { kind: "text", value: "NAME", about: "start this workflow instead of a prompt" },
    param: { kind: "list", value: "NAME=VALUE", about: "a parameter of the workflow" },
    ...scheduleOptions,
  },
  arguments: { least: 1, most: 2, what: "a cron expression and a prompt" },
  async run({ options, arguments: [cron = "", prompt] }, io) {
    return withSchedules(io, options, async (schedules) => {
      const { workflow, param = [] } = options
      const added = await schedules.add({
        ...readScheduleOptions(options),
        cron,
        prompt,
        workflow,
        params: workflow === undefined ? undefined : Object.fromEntries(param.map(readParam)),
      })
      if (options.json === true) io.json(added)
      else {
        const now = Date.now()
        io.out(renderAdded(added, now).join("\n"))
        warnOfTicks(io, added.lastTick, now)
      }
      return 0
    })
  },
})

function readParam(text: string): readonly [string, string] {
  const at = text.indexOf("=")
  if (at < 1) throw new UsageError(`--param: "${text}" has no value`, "write --param NAME=VALUE")
  return [text.slice(0, at), text.slice(at + 1)]
}
