import type { StartedReview } from "../../../review/conduct-review.ts"
import type { PlannedReview } from "../../../review/plan/plan-review.ts"
import type { ReviewSettings } from "../../../review/review-settings.ts"
import type { Progress } from "../../../run/drive/drive-settings.ts"
import { quoteForShell } from "../../../text/quote-for-shell.ts"
import type { Io } from "../../output.ts"
import { renderHint } from "../../render-hint.ts"
import { openActivity } from "../../terminal/agent-activity.ts"
import { renderCostQuote } from "./render-plan.ts"

interface Watched extends Omit<Continuing, "flags"> {
  /** How the report was asked for, as words of a command line. */
  readonly writeFlags: (settings: ReviewSettings) => string
}

/** Shows what a review by agents costs, what they do, and how to continue if it is interrupted. */
export function watchReview(io: Io, { writeFlags, ...wanted }: Watched) {
  const activity = openActivity(Date.now)
  const progress = io.progress("reviewing")
  let unlisten = () => {}
  const started = ({ run, settings }: StartedReview) => {
    if (wanted.agent === "host") return
    const onInterrupt = () => {
      progress.end()
      const lines = explainInterruption(run, { ...wanted, flags: writeFlags(settings) })
      for (const line of lines) io.err(renderHint(line, io))
    }
    const onTerminate = () => {
      onInterrupt()
      process.exit(143)
    }
    // Must come before the listener that ends the process, and with it the agents it started.
    process.prependOnceListener("SIGINT", onInterrupt)
    process.once("SIGTERM", onTerminate)
    unlisten = () => {
      process.removeListener("SIGINT", onInterrupt)
      process.removeListener("SIGTERM", onTerminate)
    }
  }
  return {
    hooks: {
      planned: (plan: PlannedReview) => io.err(renderCostQuote(plan)),
      started,
      told: (sentence: string) => io.err(sentence),
      heard: activity.heard,
      progress: (at: Progress) => progress.say(activity.text(at)),
      again: ({ run, settings }: StartedReview) =>
        writeContinueCommands(run, { ...wanted, flags: writeFlags(settings) }),
    },
    end() {
      unlisten()
      progress.end()
    },
  }
}

interface Continuing {
  readonly agent: string
  readonly program?: string | undefined
  readonly atOnce?: number | undefined
  readonly flags?: string
}

/** Two commands that can be run as printed. */
function writeContinueCommands(run: string, { agent, program, atOnce, flags = "" }: Continuing) {
  const who = program === undefined ? agent : `${agent} --program ${quoteForShell(program)}`
  const many = atOnce === undefined ? "" : ` --at-once ${atOnce}`
  return { drive: `skillet run drive ${run} --agent ${who}${many}`, report: `skillet review --run ${run}${flags}` }
}

export function explainInterruption(run: string, how: Continuing): readonly string[] {
  const { drive, report } = writeContinueCommands(run, how)
  return ["interrupted: all answers so far are kept", `  to continue: ${drive}`, `  then, for the report: ${report}`]
}
