import { defineCommand } from "../../parsing/command.ts"
import { withRunVerbs } from "./open.ts"
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
    return withRunVerbs(io, options, async (runs) => {
      await printDirective(await runs.current(id), { runs, io, options })
      return 0
    })
  },
})
