import { driverNames, worktreeModes } from "../../../settings/agent-settings.ts"
import { defineCommand } from "../../parsing/command.ts"
import { withSkillet } from "../../open-with-options.ts"
import { openActivity } from "../../terminal/agent-activity.ts"
import { readBudget, budgetOptions } from "./budget.ts"
import { findReporter } from "./open.ts"
import { formatOption, printDirective } from "./print-directive.ts"

export const runDrive = defineCommand({
  more: "It stops when the run ends or has a question for a person.",
  usage: "RUN [--agent WHO] [--max-cost DOLLARS] [--worktrees offer|apply]",
  examples: [
    { line: "skillet run drive r-7k3f9qxm --agent auto", about: "with the first agent that is installed" },
    { line: "skillet run drive r-7k3f9qxm --agent command --program ./agent", about: "a program is the agent" },
    { line: "skillet run drive r-7k3f9qxm --agent auto --max-cost 5", about: "at most 5 dollars in total" },
    { line: "skillet run drive r-7k3f9qxm", about: "you are the agent: print what to do" },
  ],
  options: {
    agent: { kind: "choice", values: driverNames, about: "which agent does the work (default host: the caller)" },
    program: { kind: "text", value: "LINE", about: "the program of --agent command, with its arguments" },
    worktrees: {
      kind: "choice",
      values: worktreeModes,
      about: "agents that write get git worktrees; changes are offered or applied",
    },
    ...budgetOptions,
    "at-once": { kind: "number", value: "N", about: "how many agents work in parallel (default 4)" },
    ...formatOption,
  },
  arguments: { least: 1, most: 1, what: "a run's id" },
  async run({ options, arguments: [id = ""] }, io) {
    const budget = readBudget(options)
    return withSkillet(io, options, async ({ runs }) => {
      const activity = openActivity(Date.now)
      const progress = io.progress(id)
      const stop = new AbortController()
      const onInterrupt = () => stop.abort(new Error("interrupted"))
      process.once("SIGTERM", onInterrupt)
      const directive = await runs
        .drive(id, {
          agent: options.agent ?? "host",
          program: options.program,
          worktrees: options.worktrees,
          atOnce: options["at-once"],
          budget,
          by: findReporter(io, undefined),
          signal: stop.signal,
          told: (sentence) => io.err(sentence),
          heard: activity.heard,
          progress: (at) => progress.say(activity.text(at)),
        })
        .finally(() => {
          process.removeListener("SIGTERM", onInterrupt)
          progress.end()
        })
      await printDirective(directive, { runs, io, options })
      return directive.status === "failed" ? 1 : 0
    })
  },
})
