import { describeVerification } from "../../../run/describe-verification.ts"
import type { Verification } from "../../../run/verify-run.ts"
import type { SkilletRuns } from "../../../skillet/open-skillet-runs.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import { defineCommand } from "../../parsing/command.ts"
import { withSkillet } from "../../open-with-options.ts"
import { withRunVerbs } from "./open.ts"

export const runVerify = defineCommand({
  more: "It also checks that the history of the run is complete. Commands are run again only with --again.",
  usage: "RUN [--again]",
  examples: [
    { line: "skillet run verify r-7k3f9qxm", about: "whether the recorded evidence is consistent; runs nothing" },
    { line: "skillet run verify r-7k3f9qxm --again", about: "also run the gate commands again" },
  ],
  options: { again: { kind: "flag", about: "run the gate commands again, under the same rules" } },
  arguments: { least: 1, most: 1, what: "a run's id" },
  async run({ options, arguments: [id = ""] }, io) {
    const verify = async (runs: SkilletRuns): Promise<0 | 1> => {
      const verification = await runs.verify(id, { again: options.again })
      if (options.json === true) io.json({ ...verification, summary: describeVerification(verification) })
      else io.out(verificationText(verification))
      return verification.holds ? 0 : 1
    }
    return options.again === true
      ? withSkillet(io, options, ({ runs }) => verify(runs))
      : withRunVerbs(io, options, verify)
  },
})

function verificationText(verification: Verification): string {
  const { run, gates, history, replay, answers, queue, listing } = verification
  const mark = (isFine: boolean) => (isFine ? "✓" : "✗")
  const line = (what: string, { holds: isFine, because }: Verification["replay"]) =>
    `  ${mark(isFine)} ${what}${because === undefined ? "" : `: ${toVisibleLine(because)}`}`
  return [
    ...gates.map(({ step, round, holds: isFine, because, overridden }) => {
      const passed = overridden === undefined ? "" : ` (passed by ${overridden})`
      return `  ${mark(isFine)} ${step}${round > 1 ? ` (${round})` : ""}: ${toVisibleLine(because)}${toVisibleLine(passed)}`
    }),
    line(`history of ${formatCount(history.events, "event")}`, history),
    line("every step was followed by the step its outcome names", replay),
    ...(history.holds
      ? [
          ...(answers.holds ? [] : [line("the answers are as they were reported", answers)]),
          ...(queue.holds ? [] : [line("the queue matches the open dispatches", queue)]),
          ...(listing.holds ? [] : [line("the run is listed with its real state", listing)]),
        ]
      : []),
    `${run}: ${describeVerification(verification)}`,
  ].join("\n")
}
