import type { PlannedReview } from "../../../review/plan/plan-review.ts"
import { formatCount, groupDigits } from "../../../text/format-count.ts"
import { escapeHidden } from "../../../text/escape-hidden.ts"
import { renderTable } from "../../terminal/table.ts"
import { formatDollars } from "../../../text/format-dollars.ts"

/** Which agents would be asked what, and the cost. */
export function renderPlan(plan: PlannedReview, width: number): string {
  const head = `${formatCount(plan.files, "file")}, ${plan.depth} review of ${plan.kind}`
  if (plan.agents.length === 0) return `${head}\n\n${renderCostQuote(plan)}`
  const rows = renderTable(
    plan.agents,
    [
      { title: "ROUND", text: ({ round }) => round },
      { title: "AGENT", text: ({ agent }) => agent },
      { title: "MODEL", text: ({ tier, model }) => (model === undefined ? tier : `${tier}: ${model}`) },
      { title: "PROMPT", text: ({ tokens }) => `${groupDigits(tokens)} tokens`, align: "right" },
    ],
    width,
  )
  const prompts = plan.agents.map(({ round, agent, prompt }) => `--- ${round} ${agent}\n${prompt}`)
  return escapeHidden([head, ...rows, "", renderCostQuote(plan), "", ...prompts].join("\n"))
}

/** The cost of a review, in one line. */
export function renderCostQuote({ agents, most, parts, tokens, money }: PlannedReview): string {
  if (agents.length === 0) return "No agent is used, so it costs nothing."
  const divided = parts < 2 ? "" : ` The files are reviewed in ${parts} parts.`
  return `${agents.length} to ${most} agents, ${groupDigits(tokens)} tokens of prompts, about ${formatDollars(money)}.${divided}`
}
