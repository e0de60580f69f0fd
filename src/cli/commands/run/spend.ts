import type { QuotedRun } from "../../../run/history/compare-quotes.ts"
import type { Spent } from "../../../run/model.ts"
import type { Spending, SpendingReport } from "../../../run/history/sum-spending.ts"
import { formatCount, groupDigits } from "../../../text/format-count.ts"
import { formatDollars } from "../../../text/format-dollars.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { renderTable } from "../../terminal/table.ts"
import { withRunVerbs } from "./open.ts"

const WAYS = ["workflow", "step", "agent", "skill", "day", "run"] as const

export const runSpend = defineCommand({
  more: "Only what agents reported as their usage is known. Answers taken over from another run cost nothing.",
  usage: "[--by WHAT] [--all]",
  examples: [
    { line: "skillet run spend", about: "by workflow, in this project" },
    { line: "skillet run spend --by run", about: "the newest runs, beside what they were expected to cost" },
    { line: "skillet run spend --by day --all --json", about: "in all projects" },
  ],
  options: {
    by: { kind: "choice", values: WAYS, about: "how to divide it (default workflow)" },
    all: { kind: "flag", about: "in all projects" },
  },
  arguments: noArguments,
  async run({ options }, io) {
    return withRunVerbs(io, options, async (runs) => {
      const report = await runs.spending({ all: options.all })
      if (options.json === true) io.json(report)
      else if (report.total.answers === 0) io.out("No agent reported what it cost.")
      else {
        const { by = "workflow" } = options
        io.out(
          (by === "run"
            ? renderTable(report.quoted.byRun, QUOTED_COLUMNS, io.width)
            : renderTable(chooseRows(report, by), COLUMNS, io.width)
          ).join("\n"),
        )
        io.out(renderTotal(report))
      }
      return 0
    })
  },
})

const COLUMNS = [
  { title: "NAME", text: ({ name }: Spending) => toVisibleLine(name) },
  { title: "MONEY", text: ({ money }: Spending) => formatDollars(money) },
  { title: "TOKENS IN", text: ({ tokensIn }: Spending) => groupDigits(tokensIn) },
  { title: "OUT", text: ({ tokensOut }: Spending) => groupDigits(tokensOut) },
  { title: "ANSWERS", text: ({ answers }: Spending) => groupDigits(answers) },
]

const QUOTED_COLUMNS = [
  { title: "RUN", text: ({ run }: QuotedRun) => toVisibleLine(run) },
  { title: "WORKFLOW", text: ({ workflow }: QuotedRun) => toVisibleLine(workflow) },
  { title: "STATUS", text: ({ status }: QuotedRun) => status },
  { title: "TOKENS", text: ({ actual }: QuotedRun) => groupDigits(actual.tokens) },
  { title: "QUOTED", text: ({ quote }: QuotedRun) => renderRange(quote, ({ tokens }) => groupDigits(tokens)) },
  { title: "MONEY", text: ({ actual }: QuotedRun) => formatDollars(actual.money) },
  { title: "QUOTED", text: ({ quote }: QuotedRun) => renderRange(quote, ({ money }) => formatDollars(money)) },
]

/** The likely amount, and between which others it is. */
function renderRange({ min, likely, max }: QuotedRun["quote"], show: (spent: Spent) => string): string {
  return `${show(likely)} (${show(min)} to ${show(max)})`
}

function chooseRows(report: SpendingReport, by: Exclude<(typeof WAYS)[number], "run">): readonly Spending[] {
  const { byWorkflow, byStep, byAgent, bySkill, byDay } = report
  return { workflow: byWorkflow, step: byStep, agent: byAgent, skill: bySkill, day: byDay }[by]
}

function renderTotal({ total, runs }: SpendingReport): string {
  return `${formatDollars(total.money)} and ${groupDigits(total.tokensIn + total.tokensOut)} tokens reported by ${formatCount(total.answers, "answer")} of ${formatCount(runs, "run")}`
}
