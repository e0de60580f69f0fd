import type { Spending, SpendingReport } from "../../../run/history/sum-spending.ts"
import { formatCount, groupDigits } from "../../../text/format-count.ts"
import { formatDollars } from "../../../text/format-dollars.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { renderTable } from "../../terminal/table.ts"
import { withRunVerbs } from "./open.ts"

const WAYS = ["workflow", "step", "agent", "skill", "day"] as const

export const runSpend = defineCommand({
  more: "Only what agents reported as their usage is known. Answers taken over from another run cost nothing.",
  usage: "[--by WHAT] [--all]",
  examples: [
    { line: "skillet run spend", about: "by workflow, in this project" },
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
        io.out(renderTable(chooseRows(report, options.by ?? "workflow"), COLUMNS, io.width).join("\n"))
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

function chooseRows(report: SpendingReport, by: (typeof WAYS)[number]): readonly Spending[] {
  const { byWorkflow, byStep, byAgent, bySkill, byDay } = report
  return { workflow: byWorkflow, step: byStep, agent: byAgent, skill: bySkill, day: byDay }[by]
}

function renderTotal({ total, runs }: SpendingReport): string {
  return `${formatDollars(total.money)} and ${groupDigits(total.tokensIn + total.tokensOut)} tokens reported by ${formatCount(total.answers, "answer")} of ${formatCount(runs, "run")}`
}
