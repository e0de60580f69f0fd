import { advanceTask } from "../../../orchestrate/io/advance-task.ts"
import { settleTask } from "../../../orchestrate/io/settle-task.ts"
import { restoreFiles } from "../../../orchestrate/io/task-context.ts"
import { defineCommand } from "../../parsing/command.ts"
import { openWithOptions } from "../../open-with-options.ts"
import { withRuns } from "../run/open.ts"
import { driverOptions, driveTaskWithFlags } from "./driving.ts"
import { printTask } from "./print-task.ts"

export const orchestrateAdvance = defineCommand({
  more: "It refuses to continue until all files are complete.",
  usage: "JOB",
  examples: [
    { line: "skillet orchestrate advance 3f9c21ab04de", about: "after the agent wrote its memory file" },
    { line: "skillet orchestrate advance 3f9c21ab04de --json", about: "as JSON" },
  ],
  options: {},
  arguments: { least: 1, most: 1, what: "a job's id" },
  async run({ options, arguments: [id = ""] }, io) {
    const skillet = openWithOptions(options, io)
    return withRuns(io, options, async (runs) =>
      printTask(await advanceTask(runs, id, skillet.options), { runs, io, options }),
    )
  },
})

export const orchestrateResume = defineCommand({
  more: "It prints the current phase again, or lets agents work on it.",
  usage: "JOB [--agent WHICH]",
  examples: [
    { line: "skillet orchestrate resume 3f9c21ab04de", about: "print what to do now" },
    { line: "skillet orchestrate resume 3f9c21ab04de --agent command --program ./agent", about: "unattended" },
  ],
  options: driverOptions,
  arguments: { least: 1, most: 1, what: "a job's id" },
  async run({ options, arguments: [id = ""] }, io) {
    const skillet = openWithOptions(options, io)
    return withRuns(io, options, async (runs) => {
      const task = await settleTask(runs, id, skillet.options)
      for (const restored of await restoreFiles(task)) io.err(`restored: ${restored}`)
      return printTask(await driveTaskWithFlags(task, { skillet, runs, io, options }), { runs, io, options })
    })
  },
})
