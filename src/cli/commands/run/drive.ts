import { driverNames, worktreeModes } from "../../../settings/agent-settings.ts"
import { driveRun, setCeilings } from "../../../run/io/drive-run.ts"
import { openAgents } from "../../../run/io/agents/open-agents.ts"
import { settleRun } from "../../../run/io/report-step.ts"
import { currentDirective } from "../../../run/current-directive.ts"
import { stalledError } from "../../../run/drive/find-what-waits.ts"
import { defineCommand } from "../../parsing/command.ts"
import { openWithOptions } from "../../open-with-options.ts"
import { openActivity } from "../../terminal/agent-activity.ts"
import { readBudget, budgetOptions } from "./budget.ts"
import { findReporter, withRuns } from "./open.ts"
import { formatOption, printDirective } from "./print-directive.ts"

export const runDrive = defineCommand({
  more: "It stops when the run ends or has a question for a person.",
  usage: "RUN [--agent WHO] [--budget DOLLARS] [--worktrees offer|apply]",
  examples: [
    { line: "skillet run drive r-7k3f9qxm --agent auto", about: "with the first agent that is installed" },
    { line: "skillet run drive r-7k3f9qxm --agent command --program ./agent", about: "a program is the agent" },
    { line: "skillet run drive r-7k3f9qxm --agent auto --budget 5", about: "at most 5 dollars in total" },
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
    const skillet = openWithOptions(options, io)
    const budget = readBudget(options)
    return withRuns(io, options, async (runs) => {
      await setCeilings(runs, { run: id, budget, by: findReporter(io, undefined) })
      const activity = openActivity(runs.engine.now)
      const driver = await openAgents(skillet, runs, {
        agent: options.agent ?? "host",
        program: options.program,
        worktrees: options.worktrees,
        env: io.env,
        told: (sentence) => io.err(sentence),
        heard: activity.heard,
      })
      const progress = io.progress(id)
      const stop = new AbortController()
      const onInterrupt = () => stop.abort(new Error("interrupted"))
      process.once("SIGTERM", onInterrupt)
      try {
        if (driver === undefined) await settleRun(runs, id, skillet.options)
        else {
          const atOnce = options["at-once"]
          const driven = await driveRun(skillet, runs, {
            run: id,
            driver,
            signal: stop.signal,
            progress: (at) => progress.say(activity.text(at)),
            atOnce,
          })
          if (driven.kind === "stalled") throw stalledError(id, driven.waitsFor)
        }
      } finally {
        process.removeListener("SIGTERM", onInterrupt)
        progress.end()
      }
      const directive = await currentDirective(runs.engine, id)
      await printDirective(directive, { runs, io, options })
      return directive.status === "failed" ? 1 : 0
    })
  },
})
