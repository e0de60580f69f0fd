import { END, type Outcome, outcomes, targetOf } from "./outcome.ts"
import type { AskStep, Step, Workflow } from "./workflow.ts"

/** Why a run goes from one step to another: how the step went, that it broke, or that money is short. */
export type EdgeBy = Outcome | "error" | "cheaper"

export interface Edge {
  readonly from: string
  readonly to: string
  readonly by: EdgeBy
}

/** Every way on that a run can take from a step; what is written for an outcome that cannot happen is not among them. */
export function edgesFrom(step: Step): readonly Edge[] {
  const from = step.id
  const edges = outcomesOf(step).flatMap((by): readonly Edge[] => {
    const to = targetOf(step.next, by)
    return to === undefined ? [] : [{ from, to, by }]
  })
  if (step.onError !== undefined) edges.push({ from, to: step.onError, by: "error" })
  if (step.cheaper !== undefined) edges.push({ from, to: step.cheaper, by: "cheaper" })
  return edges
}

export function edgesOf(workflow: Workflow): readonly Edge[] {
  return workflow.steps.flatMap(edgesFrom)
}

/**
 * How a step can go. Where the definition does not say, it is whatever `next` is ready for; a fan-out over nothing is
 * skipped where there is a way on for that.
 */
export function outcomesOf(step: Step): readonly Outcome[] {
  switch (step.kind) {
    case "gate":
    case "dispatch":
      return ["ok", "fail"]
    case "fanout":
      return step.items.kind === "list" || step.next.skip === undefined ? ["ok", "fail"] : ["ok", "fail", "skip"]
    case "wait":
      return ["ok"]
    case "do":
      return expectedBy(step)
    case "ask":
      return askedOutcomes(step)
    case "compute": {
      if (typeof step.compute === "function") return expectedBy(step)
      const { rows } = step.compute
      const always = rows.findIndex(({ when }) => when === undefined || when.length === 0)
      const reached = new Set(rows.slice(0, always === -1 ? rows.length : always + 1).map(({ outcome }) => outcome))
      return outcomes.filter((outcome) => reached.has(outcome))
    }
  }
}

function expectedBy(step: Step): readonly Outcome[] {
  return outcomes.filter((outcome) => targetOf(step.next, outcome) !== undefined)
}

function askedOutcomes(step: AskStep): readonly Outcome[] {
  if ("from" in step.questions)
    return outcomes.filter((outcome) => outcome === "ok" || expectedBy(step).includes(outcome))
  const options = step.questions.flatMap((question) => question.options)
  const isOpen = step.questions.some((question) => question.options.length === 0) || options.length === 0
  const chosen = new Set(options.map((option) => option.outcome ?? "ok"))
  return outcomes.filter((outcome) => chosen.has(outcome) || (isOpen && outcome === "ok"))
}

/** A gate that sends work back to be mended does so only as often as its loop allows. */
export function isBackToWork(step: Step, by: EdgeBy): boolean {
  return step.kind === "gate" && step.loop !== undefined && by === "fail"
}

/** All ids that can be come to from one of these, themselves included. The end is one of them. */
export function reachFrom(ids: Iterable<string>, edges: readonly Edge[]): ReadonlySet<string> {
  const onward = new Map<string, string[]>()
  for (const { from, to } of edges)
    onward
      .set(from, onward.get(from) ?? [])
      .get(from)
      ?.push(to)
  const reached = new Set(ids)
  for (const id of reached) for (const to of onward.get(id) ?? []) reached.add(to)
  return reached
}

/** All ids from which one of these can be come to, themselves included. */
export function reachTo(ids: Iterable<string>, edges: readonly Edge[]): ReadonlySet<string> {
  return reachFrom(
    ids,
    edges.map(({ from, to, by }) => ({ from: to, to: from, by })),
  )
}

/** How many steps it is to the end by outcomes alone; a step that cannot come there is missing. */
export function distancesToEnd(edges: readonly Edge[]): ReadonlyMap<string, number> {
  const backward = new Map<string, string[]>()
  for (const { from, to, by } of edges)
    if (by !== "error" && by !== "cheaper")
      backward
        .set(to, backward.get(to) ?? [])
        .get(to)
        ?.push(from)
  const distances = new Map([[END as string, 0]])
  for (const [id, distance] of distances)
    for (const from of backward.get(id) ?? []) if (!distances.has(from)) distances.set(from, distance + 1)
  return distances
}
