import path from "node:path"
import { BASELINE_FILE, decideFindings } from "../../../review/io/review-baseline.ts"
import { rememberedStatuses } from "../../../review/claims/merging/identity/review-baseline.ts"
import { defineCommand } from "../../parsing/command.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { resolveCwd } from "../../with-resources.ts"
import { withRuns } from "../run/open.ts"

export const reviewAccept = defineCommand({
  more: "Record that findings are accepted or will not be fixed, with a reason.",
  usage: "RUN FINDING… --reason TEXT",
  examples: [
    { line: "skillet review accept r-7k3f9qxm F3 F7 --reason 'internal tool'", about: "two findings" },
    { line: "skillet review accept r-7k3f9qxm F3 --status accepted --reason 'until 2.0'", about: "for now" },
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
  async run({ options, arguments: [run = "", ...ids] }, io) {
    const { reason, status = "wont-fix", baseline = BASELINE_FILE } = options
    if (reason === undefined || reason.trim() === "")
      throw new UsageError("--reason is missing", "say why the finding is accepted: --reason TEXT")
    return withRuns(io, options, async (runs) => {
      const file = path.resolve(resolveCwd(io, options), baseline)
      const titles = await decideFindings(runs, { run, file }, { ids, status, reason })
      if (options.json === true) io.json({ file, status, reason, accepted: ids })
      else io.out([`recorded in ${baseline}:`, ...titles.map((title) => `  ${title}`)].join("\n"))
      return 0
    })
  },
})
