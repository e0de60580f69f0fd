import { edgesOf, reachFrom } from "../edges.ts"
import type { Step, Workflow } from "../workflow.ts"
import { type WorkflowProblem, workflowProblem } from "./workflow-problem.ts"

/** That a gate judges every review: what it found would otherwise change nothing. */
export function checkReviews(workflow: Workflow): readonly WorkflowProblem[] {
  const edges = edgesOf(workflow)
  return workflow.steps.flatMap((step) => {
    if ((step.kind !== "dispatch" && step.kind !== "fanout") || step.review === undefined) return []
    const onward = reachFrom([step.id], edges)
    const isJudged = workflow.steps.some((gate) => onward.has(gate.id) && judges(gate, step))
    if (isJudged) return []
    return [
      workflowProblem(
        "workflow.review-ungated",
        { step: step.id, field: "review" },
        {
          message: `step "${step.id}" is a review, and it leads to no gate that judges it`,
          fix: `let "${step.id}" write a value, and add a gate after it with review evidence of that value; or remove review`,
        },
      ),
    ]
  })
}

/** A gate whose loop names the review is told elsewhere if it does not look at what it wrote. */
function judges(gate: Step, review: Step): boolean {
  if (gate.kind !== "gate") return false
  if (gate.loop?.review === review.id) return true
  return gate.evidence.some(
    ({ kind, ...evidence }) => kind === "review" && "of" in evidence && (review.writes ?? []).includes(evidence.of),
  )
}
