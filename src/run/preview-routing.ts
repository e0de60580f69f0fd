import type { ParamValue } from "../workflow/params.ts"
import { END, isOutcome, type Outcome, findNextStep } from "../workflow/outcome.ts"
import { limitChoices } from "../workflow/review-policy.ts"
import { type ComputeTable, type GateStep, isMet, type Step, findStep, type Workflow } from "../workflow/workflow.ts"
import { findLoopGate } from "./advance/decide/enter.ts"
import { listReportableOutcomes } from "./build-directive.ts"
import { type StepCall, writeStepCommand } from "./directive/commands.ts"

/** How to show a step without a run: the state of a run is passed in. */
export interface StepGiven {
  readonly params?: Readonly<Record<string, ParamValue>>
  /** Values of earlier steps, if they are known. */
  readonly values?: Readonly<Record<string, unknown>>
  readonly iteration?: number
  readonly failed?: boolean
  readonly status?: "pass" | "fail" | undefined
  /** What the printed commands repeat. */
  readonly call?: StepCall
}

/** What follows an outcome of a step that is shown without a run. */
export interface After {
  readonly outcome: Outcome
  /** Absent if the outcome ends the procedure. */
  readonly command?: string
}

type Lookup = (path: string) => unknown

/**
 * What to run for each possible outcome. A gate has the one that its review's status gives it, or at its limit those a
 * person can choose. Tables are followed as far as the parameters decide them, as in a run.
 */
export function listNextCommands(
  workflow: Workflow,
  step: Step,
  { given, lookup }: { readonly given: StepGiven; readonly lookup: Lookup },
): readonly After[] {
  return listPossibleOutcomes(step, given, lookup).flatMap((outcome) => {
    const first = findNextStep(step.next, outcome)
    if (first === undefined) return []
    const to = followTables(workflow, first, lookup)
    return [to === END ? { outcome } : { outcome, command: writeNextCommand(workflow, { step, to, outcome }, given) }]
  })
}

function listPossibleOutcomes(step: Step, given: StepGiven, lookup: Lookup): readonly Outcome[] {
  if (step.kind === "gate") return isAtLimit(step, given) ? ["fail", "ok"] : [given.status === "fail" ? "fail" : "ok"]
  if (step.kind === "compute" && typeof step.compute !== "function") return listTableOutcomes(step.compute, lookup)
  const own = listReportableOutcomes(step, 1)
  return own.length > 0 ? own : Object.keys(step.next).filter(isOutcome)
}

/** Whether a person decides what happens after a failed gate. */
export function isAtLimit({ loop }: GateStep, { status, iteration = 1 }: StepGiven): boolean {
  return status === "fail" && loop !== undefined && iteration >= loop.limit
}

/** The outcomes of the rows that the parameters do not rule out, up to the first one that they make certain. */
function listTableOutcomes({ rows }: ComputeTable, lookup: Lookup): readonly Outcome[] {
  const possible = new Set<Outcome>()
  for (const { when = [], outcome } of rows) {
    const known = when.filter(({ of }) => !of.startsWith("values.") || lookup(of) !== undefined)
    if (!known.every((condition) => isMet(condition, lookup))) continue
    possible.add(outcome)
    if (known.length === when.length) break
  }
  return [...possible]
}

/** The next step that somebody has to do something for, or the first table that the parameters do not decide. */
function followTables(workflow: Workflow, first: string, lookup: Lookup): string {
  const passed = new Set<string>()
  for (let to = first; ; ) {
    const step = to === END || passed.has(to) ? undefined : findStep(workflow, to)
    if (step?.kind !== "compute" || typeof step.compute === "function") return to
    const [only, ...others] = listTableOutcomes(step.compute, lookup)
    const next = only === undefined || others.length > 0 ? undefined : findNextStep(step.next, only)
    if (next === undefined) return to
    passed.add(to)
    to = next
  }
}

/** The command repeats the counter through the whole loop, because without a run nothing else stores it. */
function writeNextCommand(
  workflow: Workflow,
  { step, to, outcome }: { readonly step: Step; readonly to: string; readonly outcome: Outcome },
  given: StepGiven,
): string {
  const number = workflow.steps.findIndex(({ id }) => id === to) + 1
  const target = findStep(workflow, to)
  const isFailed = step.kind === "gate" && outcome === "fail"
  const iteration = (given.iteration ?? 1) + (isFailed ? 1 : 0)
  const inLoop =
    findLoopGate(workflow, to) !== undefined &&
    (isFailed || findLoopGate(workflow, step.id) === findLoopGate(workflow, to))
  const flags = [
    ...(inLoop && iteration > 1 ? [`--qr-iteration ${iteration}`] : []),
    ...(isFailed ? ["--qr-fail"] : []),
    ...(target?.kind === "gate" ? ["--qr-status", outcome === "fail" ? "fail" : "pass"] : []),
  ]
  return writeStepCommand(given.call ?? {}, { workflow: workflow.name, step: number, flags })
}

/** At the limit of a review loop the user is asked, as a run does it. */
export function writeLimitActions(step: Step, given: StepGiven): readonly string[] {
  if (step.kind !== "gate" || !isAtLimit(step, given)) return []
  const choices = limitChoices.map(({ label, about }) => `- ${label}: ${about}`)
  return [
    `After ${given.iteration ?? 1} reviews it still does not pass. Ask the user to choose:\n${choices.join("\n")}`,
    "For continue and fix-must-only, run the command for fail. For skip-check, run the command for ok, if there is one. For abort, stop here.",
  ]
}
