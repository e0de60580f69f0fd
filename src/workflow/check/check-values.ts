import { type Edge, listStepEdges } from "../edges.ts"
import { END } from "../outcome.ts"
import { type ComputeTable, listReads, type Step, findStep, type Workflow } from "../workflow.ts"
import { joinWithAnd, fixForName, type WorkflowProblem, workflowProblem } from "./workflow-problem.ts"

/** The value that exists if a step could not be executed. */
const ERROR_VALUE = "_error"

/** Checks that everything a step reads was written, on every path to the step. */
export function checkValues(workflow: Workflow): readonly WorkflowProblem[] {
  const onward = new Map(workflow.steps.map((step) => [step.id, listStepEdges(step)]))
  const everWritten = new Set(workflow.steps.flatMap((step) => step.writes ?? []))
  if (workflow.steps.some(({ onError }) => onError !== undefined)) everWritten.add(ERROR_VALUE)
  return workflow.steps.flatMap((step) => [
    ...checkWrites(step),
    ...listReads(step).flatMap(({ name, optional }) => {
      if (!everWritten.has(name)) return [neverWritten(step, name, everWritten)]
      const way = optional ? undefined : wayWithout(name, step.id, { workflow, onward })
      return way === undefined ? [] : [notAlwaysWritten(step, name, way)]
    }),
  ])
}

function neverWritten(step: Step, name: string, everWritten: ReadonlySet<string>): WorkflowProblem {
  return workflowProblem(
    "workflow.unwritten",
    { step: step.id, field: "reads" },
    {
      message: `step "${step.id}" reads "${name}", but no step writes it`,
      fix: fixForName(name, everWritten, `add ${name} to the writes of the step that makes it`),
    },
  )
}

function notAlwaysWritten(step: Step, name: string, way: readonly string[]): WorkflowProblem {
  const isFirst = way.length === 1
  return workflowProblem(
    "workflow.unwritten",
    { step: step.id, field: "reads" },
    {
      message: isFirst
        ? `step "${step.id}" reads "${name}", but the run starts with it, before anything is written`
        : `step "${step.id}" reads "${name}", which is not written on the path ${way.join(" → ")}`,
      fix: `write ${name} on that path too, or read "${name}?" if it may be missing`,
    },
  )
}

interface Ways {
  readonly workflow: Workflow
  readonly onward: ReadonlyMap<string, readonly Edge[]>
}

/** The shortest path from the start to a step on which nothing writes the value; none if it is always written. */
function wayWithout(name: string, wanted: string, { workflow, onward }: Ways): readonly string[] | undefined {
  if (findStep(workflow, workflow.start) === undefined) return undefined
  const ways = new Map<string, readonly string[]>([[workflow.start, [workflow.start]]])
  for (const [id, way] of ways) {
    if (id === wanted) return way
    const step = findStep(workflow, id)
    if (step === undefined) continue
    for (const edge of onward.get(id) ?? [])
      if (edge.to !== END && !ways.has(edge.to) && !listWritten(step, edge.by).has(name))
        ways.set(edge.to, [...way.slice(0, -1), edge.by === "ok" ? id : `${id} (${edge.by})`, edge.to])
  }
  return undefined
}

/** What is certainly written when a step is left by this edge. Without a question there is no answer. */
function listWritten(step: Step, by: Edge["by"]): ReadonlySet<string> {
  if (by === "cheaper") return new Set()
  if (by === "error") return new Set([ERROR_VALUE])
  if (by === "skip" && step.kind === "ask" && "from" in step.questions) return new Set()
  if (step.kind !== "compute" || typeof step.compute === "function") return new Set(step.writes ?? [])
  const rows = step.compute.rows.filter(({ outcome }) => outcome === by)
  return new Set(namesSet(step.compute).filter((name) => rows.every(({ set }) => Object.hasOwn(set ?? {}, name))))
}

function namesSet(table: ComputeTable): readonly string[] {
  return [...new Set(table.rows.flatMap(({ set }) => Object.keys(set ?? {})))]
}

function checkWrites(step: Step): readonly WorkflowProblem[] {
  const writes = step.writes ?? []
  const place = { step: step.id, field: "writes" }
  const reserved = writes.filter((name) => name in Object.prototype)
  if (reserved.length > 0)
    return reserved.map((name) =>
      workflowProblem("workflow.bad-writes", place, {
        message: `"${name}" cannot be the name of a value: every JavaScript object has a property of that name`,
        fix: "choose another name",
      }),
    )
  if (step.kind === "gate" || (step.kind === "wait" && "seconds" in step.until))
    return writes.length === 0
      ? []
      : [
          workflowProblem("workflow.bad-writes", place, {
            message: `step "${step.id}" writes ${joinWithAnd(writes)}, but a ${step.kind} step has no report`,
            fix: "remove its writes",
          }),
        ]
  if (step.kind !== "compute")
    return writes.length < 2
      ? []
      : [
          workflowProblem("workflow.bad-writes", place, {
            message: `step "${step.id}" writes ${joinWithAnd(writes)}, but one report is one value`,
            fix: "keep one name; later steps can read parts of it, as in {{values.name.part}}",
          }),
        ]
  if (typeof step.compute === "function") return []
  const set = namesSet(step.compute)
  const undeclared = set.filter((name) => !writes.includes(name))
  const unset = writes.filter((name) => !set.includes(name))
  return [
    ...undeclared.map((name) =>
      workflowProblem("workflow.bad-writes", place, {
        message: `the table of step "${step.id}" sets "${name}", which the step does not write`,
        fix: `add ${name} to its writes`,
      }),
    ),
    ...unset.map((name) =>
      workflowProblem("workflow.bad-writes", place, {
        message: `step "${step.id}" writes "${name}", which no row of its table sets`,
        fix: fixForName(name, set, `set ${name} in its rows, or remove it from its writes`),
      }),
    ),
  ]
}
