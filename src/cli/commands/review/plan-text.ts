import type { PlannedReview } from "../../../review/plan/plan-review.ts"
import { counted, grouped } from "../../../text/grouped.ts"
import { visibleText } from "../../../text/visible-text.ts"
import { renderTable } from "../../terminal/table.ts"
import { dollars } from "../run/amounts.ts"

/** Which agents would be asked what, and the cost. */
export function planText(plan: PlannedReview, width: number): string {
  const head = `${counted(plan.files, "file")}, ${plan.depth} review of ${plan.kind}`
  if (plan.agents.length === 0) return `${head}\n\n${quoteText(plan)}`
  const rows = renderTable(
    plan.agents,
    [
      { title: "ROUND", text: ({ round }) => round },
      { title: "AGENT", text: ({ agent }) => agent },
      { title: "MODEL", text: ({ tier, model }) => (model === undefined ? tier : `${tier}: ${model}`) },
      { title: "PROMPT", text: ({ tokens }) => `${grouped(tokens)} tokens`, align: "right" },
    ],
    width,
  )
  const prompts = plan.agents.map(({ round, agent, prompt }) => `--- ${round} ${agent}\n${prompt}`)
  return visibleText([head, ...rows, "", quoteText(plan), "", ...prompts].join("\n"))
}

/** The cost of a review, in one line. */
export function quoteText({ agents, most, parts, tokens, money }: PlannedReview): string {
  if (agents.length === 0) return "No agent is used, so it costs nothing."
  const divided = parts < 2 ? "" : ` The files are reviewed in ${parts} parts.`
  return `${agents.length} to ${most} agents, ${grouped(tokens)} tokens of prompts, about ${dollars(money)}.${divided}`
}
