import { driveRun } from "../../../../app/runs/drive-run.ts"
import { driverNamed, driverNames } from "../../../../app/runs/driver-named.ts"
import { settleRun } from "../../../../app/runs/report-step.ts"
import type { Run } from "../../../../run/model.ts"
import { currentDirective } from "../../../../run/current-directive.ts"
import type { Progress } from "../../../../run/drive/drive-settings.ts"
import { stalled } from "../../../../run/drive/what-waits.ts"
import { defineCommand } from "../../command.ts"
import { openFor } from "../../common-options.ts"
import { withRuns } from "./open.ts"
import { formatOption, printDirective } from "./print-directive.ts"
import { dollars } from "./words.ts"

export const runDrive = defineCommand({
  name: "run drive",
  about: "Have agents work on a run until it ends or has a question for a person.",
  usage: "RUN --agent command --program 'PROGRAM ARGUMENT…'",
  examples: [
    { line: "skillet run drive r-7k3f9qxm --agent command --program ./agent", about: "a program is the agent" },
    { line: "skillet run drive r-7k3f9qxm", about: "you are the agent: print what to do" },
  ],
  options: {
    agent: { kind: "choice", values: driverNames, about: "which agent does the work (default host: the caller)" },
    program: { kind: "text", value: "LINE", about: "the program of --agent command, with its arguments" },
    "at-once": { kind: "number", value: "N", about: "how many agents work in parallel (default 4)" },
    ...formatOption,
  },
  arguments: { least: 1, most: 1, what: "a run's id" },
  async run({ options, arguments: [id = ""] }, io) {
    const skillet = openFor(options, io)
    return withRuns(io, options, async (runs) => {
      const { store } = runs.engine
      const driver = driverNamed(options.agent ?? "host", {
        program: options.program,
        env: io.env,
        cwd: runs.cwd,
        store,
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
            progress: (at) => progress.say(progressText(at)),
            atOnce,
          })
          if (driven.kind === "stalled") throw stalled(id, driven.waitsFor)
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

/** Step, round, agents at work, and what is spent of each limit. */
function progressText({ run, working }: Progress): string {
  const agents =
    working.length === 0 ? "" : `, ${working.slice(0, 3).join(", ")}${working.length > 3 ? " …" : ""} at work`
  return `${run.step}${run.round > 1 ? ` (round ${run.round})` : ""}${agents}${spentText(run)}`
}

function spentText({ spent, budget }: Run): string {
  const parts = [
    ...(budget.agents === undefined ? [] : [`${spent.agents} of ${budget.agents} agents`]),
    ...(budget.tokens === undefined ? [] : [`${spent.tokens} of ${budget.tokens} tokens`]),
    ...(budget.money === undefined ? [] : [`${dollars(spent.money)} of ${dollars(budget.money)}`]),
  ]
  return parts.length === 0 ? `, ${spent.agents} agents` : `, ${parts.join(", ")}`
}
