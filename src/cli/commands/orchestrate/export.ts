import path from "node:path"
import { quoteForShell } from "../../../text/quote-for-shell.ts"
import { defineCommand } from "../../parsing/command.ts"
import { withJobs } from "./with-jobs.ts"

export const orchestrateExport = defineCommand({
  more: "The file is a copy of this moment; the job itself is in the database.",
  usage: "JOB [--to FILE]",
  examples: [
    { line: "skillet orchestrate export 3f9c21ab04de", about: "to skill-orchestration/state in the project" },
    { line: "skillet orchestrate export 3f9c21ab04de --to job.json", about: "then: jq .fsm.state job.json" },
  ],
  options: {
    to: {
      kind: "text",
      value: "FILE",
      about: "the file (default skill-orchestration/state/skill-orchestration-JOB.json)",
      completes: "file",
    },
  },
  arguments: { least: 1, most: 1, what: "a job's id" },
  async run({ options, arguments: [id = ""] }, io) {
    return withJobs(io, options, async (jobs) => {
      const to = options.to === undefined ? undefined : path.resolve(io.cwd, options.cwd ?? "", options.to)
      const exported = await jobs.export(id, to)
      if (options.json === true) io.json(exported)
      else
        io.out(
          `Job ${exported.task_id} is ${exported.status.replace("_", " ")}. Its state was written to ${quoteForShell(exported.file)}`,
        )
      return 0
    })
  },
})
