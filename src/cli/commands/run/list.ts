import type { Run } from "../../../run/model.ts"
import { formatCount } from "../../../text/format-count.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { renderHint } from "../../render-hint.ts"
import { renderTable } from "../../terminal/table.ts"
import { withRunVerbs } from "./open.ts"
import { formatElapsed } from "./amounts.ts"

export const runList = defineCommand({
  usage: "[--status WHICH] [--all]",
  examples: [
    { line: "skillet run list", about: "current and past runs" },
    { line: "skillet run list --status running --all", about: "in all projects on this machine" },
  ],
  options: {
    status: {
      kind: "choice",
      values: ["running", "done", "failed", "cancelled"] as const,
      about: "only runs with this status",
    },
    workflow: { kind: "text", value: "NAME", about: "only runs of this workflow" },
    all: { kind: "flag", about: "in all projects, with child runs" },
    most: { kind: "number", value: "N", about: "print at most this many (default 50)" },
  },
  arguments: noArguments,
  async run({ options }, io) {
    const { status, workflow, most = 50 } = options
    return withRunVerbs(io, options, async (runs) => {
      const found = await runs.list({ all: options.all, status, workflow })
      const rows = found.slice(0, most)
      if (options.json === true) io.json({ runs: rows, total: found.length })
      else if (rows.length === 0) io.out(renderHint(describeNoRuns(options), io))
      else io.out(renderTable(rows, columns(Date.now()), io.width).join("\n"))
      if (options.json !== true && rows.length < found.length)
        io.err(`${rows.length} of ${formatCount(found.length, "run")} are shown; --most N shows more`)
      return 0
    })
  },
})

function columns(now: number) {
  return [
    { title: "RUN", text: ({ id }: Run) => id },
    { title: "WORKFLOW", text: ({ workflow }: Run) => toVisibleLine(workflow) },
    { title: "STATUS", text: ({ status }: Run) => status },
    {
      title: "AT",
      text: ({ step, round }: Run) => (step === "end" ? "" : `${step}${round > 1 ? ` (${round})` : ""}`),
    },
    { title: "UPDATED", text: ({ updated }: Run) => `${formatElapsed(now - updated)} ago`, drops: 2 },
    { title: "BRANCH", text: ({ branch }: Run) => toVisibleLine(branch), most: 20, drops: 1 },
    { title: "", text: ({ because }: Run) => toVisibleLine(because ?? ""), fills: true as const },
  ]
}

/** Nobody looked further than the options said. */
function describeNoRuns(asked: {
  readonly all?: boolean | undefined
  readonly status?: string | undefined
  readonly workflow?: string | undefined
}): string {
  const fit = asked.status === undefined && asked.workflow === undefined ? "" : " that fit"
  const where = asked.all === true ? "in any project" : "in this project; --all lists those of all projects"
  return `There are no runs${fit} ${where}. skillet workflow list prints the workflows you can start.`
}
