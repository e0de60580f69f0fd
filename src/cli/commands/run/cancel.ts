import { defineCommand } from "../../parsing/command.ts"
import { rememberAsker, tellAsker } from "../agent/tell-asker.ts"
import { findReporter, withRunVerbs } from "./open.ts"

export const runCancel = defineCommand({
  more: "Everything that was recorded is kept.",
  usage: "RUN [--reason TEXT]",
  examples: [
    { line: "skillet run cancel r-7k3f9qxm", about: "the run is no longer needed" },
    { line: "skillet run cancel r-7k3f9qxm --reason 'wrong branch'", about: "with a reason" },
  ],
  options: {
    reason: { kind: "text", value: "TEXT", about: "the reason; stored with the run" },
    by: { kind: "text", value: "NAME", about: "who cancels it (default: you)" },
  },
  arguments: { least: 1, most: 1, what: "a run's id" },
  async run({ options, arguments: [id = ""] }, io) {
    return withRunVerbs(io, options, async (runs) => {
      const asked = await rememberAsker(io, options, id)
      const cancelled = await runs.cancel(id, {
        reason: options.reason ?? "no reason was given",
        by: findReporter(io, options.by),
      })
      if (options.json === true) io.json({ cancelled })
      else io.out(`cancelled ${cancelled.join(", ")}`)
      await tellAsker(io, options, asked)
      return 0
    })
  },
})
