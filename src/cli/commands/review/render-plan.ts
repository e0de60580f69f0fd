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

/** The cost of a review: how many agents there will probably be and why, and how to have fewer. */
export function renderCostQuote({ agents, likely, most, parts, tokens, money, depth }: PlannedReview): string {
  if (agents.length === 0) return "No agent is used, so it costs nothing."
  const { reviewers, judges, others } = likely
  const divided = parts < 2 ? "" : ` The files are reviewed in ${parts} parts.`
  const why = `${formatCount(reviewers, "reviewer")}, about ${formatCount(judges, "judge")} (one for each file with a finding), about ${others} to combine findings`
  const fewer = depth === "quick" ? "" : "--depth quick, "
  return [
    `About ${reviewers + judges + others} agents: ${why}; ${most} at most.`,
    `${groupDigits(tokens)} tokens of prompts, about ${formatDollars(money)}.${divided}`,
    `For fewer: ${fewer}--skip-agents LIST, or fewer files; --max-agents N asks before there are more.`,
  ].join("\n")
}
