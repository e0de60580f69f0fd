import { settleRun } from "../../../run/io/report-step.ts"
import { currentDirective } from "../../../run/current-directive.ts"
import { defineCommand } from "../../parsing/command.ts"
import { resolveCwd } from "../../resolve-cwd.ts"
import { withRuns } from "./open.ts"
import { formatOption, printDirective } from "./print-directive.ts"

export const runCurrent = defineCommand({
  more: "Printing it again changes nothing.",
  usage: "RUN",
  examples: [
    { line: "skillet run current r-7k3f9qxm", about: "what to do now" },
    { line: "skillet run current r-7k3f9qxm --format json", about: "as JSON" },
  ],
  options: { ...formatOption },
  arguments: { least: 1, most: 1, what: "a run's id" },
  async run({ options, arguments: [id = ""] }, io) {
    return withRuns(io, options, async (runs) => {
      await settleRun(runs, id, { env: io.env, cwd: resolveCwd(io, options) })
      await printDirective(await currentDirective(runs.engine, id), { runs, io, options })
      return 0
    })
  },
})
