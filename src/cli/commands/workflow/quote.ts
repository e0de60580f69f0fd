import { groupDigits } from "../../../text/format-count.ts"
import type { Quote, StepQuote } from "../../../workflow/quote/quote-workflow.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { withSkillet } from "../../open-with-options.ts"
import { renderTable } from "../../terminal/table.ts"
import { readParamOptions } from "../run/start.ts"
import { formatDollars } from "../../../text/format-dollars.ts"

export const workflowQuote = defineCommand({
  more: "It prints a lowest, a likely and a highest estimate.",
  usage: "WORKFLOW [--param NAME=VALUE]…",
  examples: [
    { line: "skillet workflow quote planner", about: "over all paths through it" },
    { line: "skillet workflow quote refactor --param agents=4", about: "with a parameter" },
  ],
  options: { param: { kind: "list", value: "NAME=VALUE", about: "a parameter of the workflow" }, ...catalogOptions },
  arguments: { least: 1, most: 1, what: "a workflow's name or directory", completes: "skill" },
  async run({ options, arguments: [name = ""] }, io) {
    return withSkillet(io, options, async ({ workflows }) => {
      const quote = await workflows.quote(await workflows.open(name), readParamOptions(options.param ?? []))
      if (options.json === true) io.json(quote)
      else io.out(quoteText(quote, io.width))
      return 0
    })
  },
})

function quoteText(quote: Quote, width: number): string {
  const rows = (["min", "likely", "max"] as const).map((end) => ({ end, ...quote[end] }))
  const total = renderTable(
    rows,
    [
      { title: "", text: ({ end }) => ({ min: "at least", likely: "likely", max: "at most" })[end] },
      { title: "AGENTS", text: ({ agents }) => amount(agents), align: "right" },
      { title: "TOKENS IN", text: ({ tokensIn }) => amount(tokensIn), align: "right" },
      { title: "TOKENS OUT", text: ({ tokensOut }) => amount(tokensOut), align: "right" },
      { title: "MONEY", text: ({ cost }) => formatDollars(cost), align: "right" },
    ],
    width,
  )
  return [
    quote.workflow,
    ...total,
    "",
    ...renderTable(quote.steps, stepColumns, width),
    ...(quote.bound
      ? ["", "The highest estimate is an upper bound, because there are too many paths to try them all."]
      : []),
    ...(quote.assumptions.length === 0 ? [] : ["", ...quote.assumptions]),
  ].join("\n")
}

const stepColumns = [
  { title: "STEP", text: ({ step }: StepQuote) => step },
  { title: "TIMES", text: ({ visits }: StepQuote) => `${visits.min}–${visits.max}`, align: "right" as const },
  { title: "AGENTS", text: ({ likely }: StepQuote) => amount(likely.agents), align: "right" as const },
  {
    title: "TOKENS",
    text: ({ likely }: StepQuote) => amount(likely.tokensIn + likely.tokensOut),
    align: "right" as const,
  },
  { title: "MONEY", text: ({ likely }: StepQuote) => formatDollars(likely.cost), align: "right" as const },
  { title: "FROM", text: ({ isFromPast }: StepQuote) => (isFromPast ? "runs before" : "estimate") },
]

function amount(number: number): string {
  return Number.isInteger(number) ? groupDigits(number) : number.toFixed(1)
}
