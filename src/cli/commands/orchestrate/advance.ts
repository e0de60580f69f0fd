import { defineCommand } from "../../parsing/command.ts"
import { withJobs } from "./with-jobs.ts"
import { driverOptions, withDriving } from "./driving.ts"
import { printJob } from "./print-job.ts"

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
    return withJobs(io, options, async (jobs) => printJob(await jobs.advance(id), { io, options }))
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
    return withJobs(io, options, async (jobs) => {
      const onRestored = (file: string) => io.err(`restored: ${file}`)
      const directive = await withDriving(io, { flags: options, name: id }, (driving) =>
        jobs.resume(id, { driving, onRestored }),
      )
      return printJob(directive, { io, options })
    })
  },
})
