import { END, isOutcome, outcomes } from "../outcome.ts"
import type { Step, Workflow } from "../workflow.ts"
import { joinWithOr, fixForName, type WorkflowProblem, workflowProblem } from "./workflow-problem.ts"

const STEP_ID = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

/** Checks that there are steps, that each has its own name, and that every used name belongs to one. */
export function checkNames(workflow: Workflow): readonly WorkflowProblem[] {
  const { name, steps, start } = workflow
  if (steps.length === 0)
    return [
      workflowProblem(
        "workflow.no-steps",
        { field: "steps" },
        { message: `workflow "${name}" has no steps`, fix: "give it at least one step that leads to end" },
      ),
    ]
  const ids = steps.map(({ id }) => id)
  const problems = steps.flatMap((step, at) => [
    ...checkId(step, ids.slice(0, at)),
    ...checkCap(step),
    ...checkTargets(step, ids),
  ])
  if (!ids.includes(start))
    problems.push(
      workflowProblem(
        "workflow.unknown-start",
        { field: "start" },
        {
          message: `workflow "${name}" starts with "${start}", but no step has that id`,
          fix: fixForName(start, ids, `start with ${ids[0]}`),
        },
      ),
    )
  return problems
}

function checkId({ id, title }: Step, before: readonly string[]): readonly WorkflowProblem[] {
  const problems: WorkflowProblem[] = []
  const place = { step: id, field: "id" }
  if (id === END)
    problems.push(
      workflowProblem("workflow.reserved-id", place, {
        message: 'a step has the id "end", which stands for the end of the run',
        fix: 'give the step another id, such as "finish"',
      }),
    )
  else if (id in Object.prototype)
    problems.push(
      workflowProblem("workflow.bad-id", place, {
        message: `"${id}" cannot be the id of a step: every JavaScript object has a property of that name`,
        fix: "choose another id",
      }),
    )
  else if (!STEP_ID.test(id))
    problems.push(
      workflowProblem("workflow.bad-id", place, {
        message: `"${id}" is not a valid id for a step`,
        fix: "begin with a letter and use letters, digits, hyphens and underscores, at most 64",
      }),
    )
  if (before.includes(id))
    problems.push(
      workflowProblem("workflow.duplicate-step", place, {
        message: `two steps have the id "${id}"`,
        fix: "rename one of them, and the transitions to it",
      }),
    )
  if (title.trim() === "")
    problems.push(
      workflowProblem(
        "workflow.no-title",
        { step: id, field: "title" },
        { message: `step "${id}" has no title`, fix: "say in a few words what it does" },
      ),
    )
  return problems
}

function checkCap({ id, maxRounds }: Step): readonly WorkflowProblem[] {
  if (maxRounds === undefined || (Number.isSafeInteger(maxRounds) && maxRounds >= 1)) return []
  return [
    workflowProblem(
      "workflow.bad-rounds",
      { step: id, field: "maxRounds" },
      { message: `step "${id}" may be entered ${maxRounds} times`, fix: "make maxRounds a whole number of at least 1" },
    ),
  ]
}

function checkTargets(step: Step, ids: readonly string[]): readonly WorkflowProblem[] {
  const named = listTargets(step)
  const otherwise = `write ${ids.length > 8 ? "the id of a step" : joinWithOr(ids)}`
  const unknownTargets = named
    .filter(({ to, field }) => !ids.includes(to) && !(to === END && mayBeEnd(field)))
    .map(({ field, to }) =>
      workflowProblem(
        "workflow.unknown-step",
        { step: step.id, field },
        {
          message: `step "${step.id}" names "${to}" in ${field}, but ${to === END ? "the end is not a step" : "no step has that id"}`,
          fix: fixForName(to, ids, mayBeEnd(field) ? `${otherwise}, or end` : otherwise),
        },
      ),
    )
  const unknownOutcomes = Object.keys(step.next)
    .filter((key) => key !== "default" && !isOutcome(key))
    .map((key) =>
      workflowProblem(
        "workflow.unknown-outcome",
        { step: step.id, field: `next.${key}` },
        {
          message: `step "${step.id}" has a transition for "${key}", which is not an outcome`,
          fix: fixForName(key, [...outcomes, "default"], `an outcome is ${joinWithOr(outcomes)}`),
        },
      ),
    )
  return [...unknownTargets, ...unknownOutcomes]
}

/** Every id that a step names, and where. */
export function listTargets(step: Step): readonly { readonly field: string; readonly to: string }[] {
  const named = Object.entries(step.next).map(([outcome, to]) => ({ field: `next.${outcome}`, to }))
  const loop = step.kind === "gate" ? step.loop : undefined
  const others = { onError: step.onError, cheaper: step.cheaper, "loop.work": loop?.work, "loop.review": loop?.review }
  return [
    ...named.flatMap(({ field, to }) => (to === undefined ? [] : [{ field, to }])),
    ...Object.entries(others).flatMap(([field, to]) => (to === undefined ? [] : [{ field, to }])),
  ]
}

function mayBeEnd(field: string): boolean {
  return field.startsWith("next.") || field === "onError"
}
