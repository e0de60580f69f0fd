import type { PlannedReview } from "../../../../review/plan/plan-review.ts"
import { grouped } from "../../../../text/grouped.ts"
import { visibleText } from "../../../../text/visible-text.ts"
import { renderTable } from "../../terminal/table.ts"
import { dollars } from "../run/words.ts"

/** Who would be asked what, and what it would take. */
export function planText(plan: PlannedReview, width: number): string {
  const rows = renderTable(
    plan.agents,
    [
      { title: "ROUND", text: ({ round }) => round },
      { title: "AGENT", text: ({ agent }) => agent },
      { title: "MODEL", text: ({ tier }) => tier },
      { title: "PROMPT", text: ({ tokens }) => `${grouped(tokens)} tokens`, align: "right" },
    ],
    width,
  )
  const prompts = plan.agents.map(({ round, agent, prompt }) => `--- ${round} ${agent}\n${prompt}`)
  return visibleText(
    [
      `${plan.files} files, ${plan.depth} review of ${plan.kind}`,
      ...rows,
      "",
      `At least ${plan.agents.length} agents, at most ${plan.most}; ${grouped(plan.tokens)} tokens of prompts, about ${dollars(plan.money)} and more for what judges read`,
      "",
      ...prompts,
    ].join("\n"),
  )
}
