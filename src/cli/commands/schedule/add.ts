import { defineCommand } from "../../parsing/command.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { readParamOptions } from "../run/start.ts"
import { renderAdded, warnOfTicks } from "./render-schedule.ts"
import { readScheduleOptions, scheduleOptions } from "./schedule-options.ts"
import { withSchedules } from "./with-schedules.ts"

export const scheduleAdd = defineCommand({
  more: "CRON has five fields (Sunday is 0 or 7, names such as MON work), or is a shortcut such as @daily.",
  usage: 'CRON|--at TIME "PROMPT" [--agent WHO] [--zone ZONE]',
  examples: [
    { line: 'skillet schedule add "0 9 * * 1-5" "Summarise what changed" --agent auto', about: "on weekdays at nine" },
    { line: 'skillet schedule add --at "in 20 minutes" "Check the deploy" --agent auto', about: "once" },
    {
      line: 'skillet schedule add @daily --workflow problem-analysis --param problem="slow tests"',
      about: "a workflow",
    },
  ],
  options: {
    at: { kind: "text", value: "TIME", about: "due once: 20m, or 2026-12-31T18:00+01:00" },
    workflow: { kind: "text", value: "NAME", about: "start this workflow instead of a prompt" },
    param: { kind: "list", value: "NAME=VALUE", about: "a parameter of the workflow" },
    ...scheduleOptions,
  },
  arguments: { least: 0, most: 2, what: "a cron expression and a prompt" },
  async run({ options, arguments: words }, io) {
    const { cron, prompt } = readWords(words, options.at)
    return withSchedules(io, options, async (schedules) => {
      const { workflow, param, at } = options
      const added = await schedules.add({
        ...readScheduleOptions(options),
        cron,
        at,
        prompt,
        workflow,
        params: param && readParamOptions(param),
      })
      if (options.json === true) io.json(added)
      else {
        io.out(renderAdded(added, io).join("\n"))
        warnOfTicks(io, { ...added, of: [added.schedule] })
      }
      return 0
    })
  },
})

/** With --at there is no cron expression. */
function readWords([first, second]: readonly string[], at: string | undefined) {
  if (at === undefined && first === undefined)
    throw new UsageError("a cron expression and a prompt are missing", 'skillet schedule add "0 9 * * 1-5" "…"')
  if (at === undefined) return { cron: first, prompt: second }
  if (second !== undefined)
    throw new UsageError("--at replaces the cron expression", `skillet schedule add --at "${at}" "…"`)
  return { prompt: first }
}
