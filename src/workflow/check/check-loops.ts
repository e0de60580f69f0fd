import { type Edge, listEdges, findReachable } from "../edges.ts"
import { findNextStep } from "../outcome.ts"
import { type GateStep, type ReviewLoop, findStep, type Workflow, type Step } from "../workflow.ts"
import { type WorkflowProblem, workflowProblem } from "./workflow-problem.ts"

/**
 * Checks what a review loop depends on: the reviewer's banner says where the run is, the gate says when it stops, and
 * it is defined how a later review reads the work. No path leads from the work to the gate without a review.
 */
export function checkLoops(workflow: Workflow): readonly WorkflowProblem[] {
  const edges = listEdges(workflow)
  return workflow.steps.flatMap((step) => {
    if (step.kind !== "gate") return []
    if (step.loop === undefined) return checkUnlooped(step, edges)
    return [
      ...checkBanner(step, step.loop, workflow),
      ...checkStop(step, step.loop, workflow),
      ...checkReverify(step, step.loop),
      ...checkEvidence(step, step.loop, workflow),
      ...checkBypass(step, step.loop, edges),
    ]
  })
}

function checkBanner(gate: GateStep, loop: ReviewLoop, workflow: Workflow): readonly WorkflowProblem[] {
  const review = findStep(workflow, loop.review)
  if (review === undefined) return []
  if (review.kind !== "dispatch" && review.kind !== "fanout")
    return [
      workflowProblem(
        "workflow.review-banner",
        { step: gate.id, field: "loop.review" },
        {
          message: `gate "${gate.id}" needs a review, but "${review.id}" is a ${review.kind} step`,
          fix: "let an agent review: name a dispatch or fan-out step",
        },
      ),
    ]
  if ((review.review ?? "").trim() !== "") return []
  return [
    workflowProblem(
      "workflow.review-banner",
      { step: review.id, field: "review" },
      {
        message: `step "${review.id}" is the review of gate "${gate.id}" but has no banner`,
        fix: `add review to "${review.id}": the name on its banner, such as "Plan Review"`,
      },
    ),
  ]
}

function checkStop(gate: GateStep, loop: ReviewLoop, workflow: Workflow): readonly WorkflowProblem[] {
  const problems: WorkflowProblem[] = []
  if (!Number.isSafeInteger(loop.limit) || loop.limit < 1)
    problems.push(
      workflowProblem(
        "workflow.review-stop",
        { step: gate.id, field: "loop.limit" },
        {
          message: `the loop of gate "${gate.id}" has the limit ${loop.limit}, so it never stops`,
          fix: "give the number of reviews after which a person is asked, such as 5",
        },
      ),
    )
  const to = findNextStep(gate.next, "fail")
  if (to !== undefined && to !== loop.work && findStep(workflow, loop.work) !== undefined)
    problems.push(
      workflowProblem(
        "workflow.review-stop",
        { step: gate.id, field: "next.fail" },
        {
          message: `gate "${gate.id}" sends failed work to "${to}", but its loop says the work is done in "${loop.work}"`,
          fix: `write "fail: ${loop.work}", or name ${to} in loop.work`,
        },
      ),
    )
  return problems
}

function checkReverify(gate: GateStep, loop: ReviewLoop): readonly WorkflowProblem[] {
  if (loop.reverify === "fresh" || loop.reverify === "previous") return []
  return [
    workflowProblem(
      "workflow.review-reverify",
      { step: gate.id, field: "loop.reverify" },
      {
        message: `the loop of gate "${gate.id}" does not say how corrected work is reviewed again`,
        fix: 'add reverify: "fresh" (as if for the first time) or "previous" (knowing what was found)',
      },
    ),
  ]
}

function checkEvidence(gate: GateStep, loop: ReviewLoop, workflow: Workflow): readonly WorkflowProblem[] {
  const written = findStep(workflow, loop.review)?.writes ?? []
  const reviewed = gate.evidence.flatMap((evidence) => (evidence.kind === "review" ? [evidence.of] : []))
  if (findStep(workflow, loop.review) === undefined || reviewed.some((value) => written.includes(value))) return []
  return [
    workflowProblem(
      "workflow.review-ignored",
      { step: gate.id, field: "evidence" },
      {
        message: `gate "${gate.id}" does not check what "${loop.review}" found`,
        fix: `let "${loop.review}" write a value, and add review evidence of it to the gate`,
      },
    ),
  ]
}

/** A cheaper step replaces the review, so that path does not count. */
function checkBypass(gate: GateStep, loop: ReviewLoop, edges: readonly Edge[]): readonly WorkflowProblem[] {
  if (loop.work === loop.review) return []
  const around = edges.filter(({ from, by }) => from !== gate.id && (from !== loop.review || by === "cheaper"))
  if (!findReachable([loop.work], around).has(gate.id)) return []
  return [
    workflowProblem(
      "workflow.review-bypassed",
      { step: gate.id, field: "loop.review" },
      {
        message: `work can come from "${loop.work}" to gate "${gate.id}" without passing "${loop.review}"`,
        fix: `make every path from "${loop.work}" pass through "${loop.review}"`,
      },
    ),
  ]
}

function checkUnlooped(gate: GateStep, edges: readonly Edge[]): readonly WorkflowProblem[] {
  const problems: WorkflowProblem[] = []
  if (gate.evidence.length === 0)
    problems.push(
      workflowProblem(
        "workflow.no-evidence",
        { step: gate.id, field: "evidence" },
        {
          message: `gate "${gate.id}" asks for no evidence, so everything passes`,
          fix: "add evidence that it must check",
        },
      ),
    )
  const onward = edges.filter(({ from }) => from === gate.id).map(({ to }) => to)
  if (!gate.evidence.some(({ kind }) => kind === "review") || !findReachable(onward, edges).has(gate.id))
    return problems
  problems.push(
    workflowProblem(
      "workflow.review-unlooped",
      { step: gate.id, field: "loop" },
      {
        message: `gate "${gate.id}" judges a review that is repeated, but has no loop that counts and ends it`,
        fix: "add loop with work, review, limit and reverify",
      },
    ),
  )
  return problems
}

/** Checks that a gate judges every review; otherwise its findings would change nothing. */
export function checkReviews(workflow: Workflow): readonly WorkflowProblem[] {
  const edges = listEdges(workflow)
  return workflow.steps.flatMap((step) => {
    if ((step.kind !== "dispatch" && step.kind !== "fanout") || step.review === undefined) return []
    const onward = findReachable([step.id], edges)
    const isJudged = workflow.steps.some((gate) => onward.has(gate.id) && judges(gate, step))
    if (isJudged) return []
    return [
      workflowProblem(
        "workflow.review-ungated",
        { step: step.id, field: "review" },
        {
          message: `step "${step.id}" is a review, but no gate judges it`,
          fix: `let "${step.id}" write a value, and add a gate after it with review evidence of that value; or remove review`,
        },
      ),
    ]
  })
}

/** A gate whose loop names the review is reported elsewhere if it does not read what the review wrote. */
function judges(gate: Step, review: Step): boolean {
  if (gate.kind !== "gate") return false
  if (gate.loop?.review === review.id) return true
  return gate.evidence.some(
    ({ kind, ...evidence }) => kind === "review" && "of" in evidence && (review.writes ?? []).includes(evidence.of),
  )
}
