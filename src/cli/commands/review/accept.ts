import path from "node:path"
import { rememberedStatuses } from "../../../review/claims/merging/identity/review-baseline.ts"
import { BASELINE_FILE } from "../../../review/review-defaults.ts"
import { defineCommand } from "../../parsing/command.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { withSkillet } from "../../open-with-options.ts"

export const reviewAccept = defineCommand({
  more: "Record that findings are accepted, will not be fixed or are wrong, with a reason.",
  usage: "RUN FINDING… --reason TEXT",
  examples: [
    { line: "skillet review accept r-7k3f9qxm F3 F7 --reason 'internal tool'", about: "two findings" },
    { line: "skillet review accept r-7k3f9qxm F3 --status accepted --reason 'until 2.0'", about: "for now" },
    {
      line: "skillet review accept r-7k3f9qxm F3 --status false-positive --reason 'ids are numbers'",
      about: "wrong, here and wherever the rule finds the same code",
    },
  ],
  options: {
    reason: { kind: "text", value: "TEXT", about: "the reason; stored with the finding" },
    status: { kind: "choice", values: rememberedStatuses, about: "what was decided (default wont-fix)" },
    baseline: {
      kind: "text",
      value: "FILE",
      about: `the file to record it in (default ${BASELINE_FILE})`,
      completes: "file",
    },
  },
  arguments: { least: 2, most: Number.POSITIVE_INFINITY, what: "a run and findings" },
  async run({ options, arguments: [run = "", ...findings] }, io) {
    const { reason, baseline } = options
    if (reason === undefined || reason.trim() === "")
      throw new UsageError("--reason is missing", "say why the finding is accepted: --reason TEXT")
    return withSkillet(io, options, async (skillet) => {
      const accepted = { findings, reason, status: options.status, baseline }
      const { file, status, titles } = await skillet.reviews.accept(run, accepted)
      const shown = baseline ?? path.relative(skillet.around.cwd, file)
      if (options.json === true) io.json({ file, status, reason, accepted: findings })
      else io.out([`recorded in ${shown}:`, ...titles.map((title) => `  ${title}`)].join("\n"))
      return 0
    })
  },
})
