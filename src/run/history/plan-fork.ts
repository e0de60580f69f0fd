import type { EditedAnswer } from "../edited-answer.ts"
import { allows } from "../../trust/trust-state.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { Trust } from "../../skill/trust.ts"
import { findNearestNames } from "../../text/find-nearest-names.ts"
import { hashWorkflow, hashStep } from "../../workflow/hash-workflow.ts"
import { noPermissions, type RunPermissions, ERROR_ITEM, type Result, type Run } from "../model.ts"
import { listAsked } from "../../workflow/template.ts"
import { readParams } from "../../workflow/params.ts"
import { listReads, type Step, findStep, type Workflow } from "../../workflow/workflow.ts"
import { openHistory } from "../history.ts"
import type { PastVisit } from "./replay-visits.ts"
import { type Engine, findRun } from "../engine.ts"
import { requireEditable } from "./require-editable.ts"

/** What a fork would reuse and what it would repeat, before it does anything. */
export interface ForkPlan {
  readonly source: string
  readonly workflow: string
  /** Steps whose definition differs from that of the run. */
  readonly changed: readonly string[]
  /** Answers that can be reused, and answers that exist but are requested again. */
  readonly reused: readonly ForkedAnswer[]
  readonly renewed: readonly ForkedAnswer[]
  /** What the renewed answers cost the first time: about what they will cost again. */
  readonly cost: { readonly agents: number; readonly tokens: number; readonly money: number }
}

export interface ForkedAnswer {
  readonly step: string
  readonly round: number
  readonly items: number
  readonly because?: string
}

/**
 * Which answers of a run are still valid under a definition: those of steps that did not change, are not to be
 * repeated, and read nothing that comes from such a step. A fork reuses every answer whose question turns out to be
 * equal, so this is the minimum.
 */
export async function planFork(
  engine: Engine,
  id: string,
  how: {
    readonly workflow: Workflow
    readonly from?: string | undefined
    readonly params?: Readonly<Record<string, unknown>>
    readonly edited?: readonly EditedAnswer[] | undefined
  },
): Promise<ForkPlan> {
  const run = await findRun(engine, id)
  requireStep(how.workflow, how.from)
  const before = await engine.definitions.find(run.definition)
  const visits = await openHistory(engine.store).visits(id)
  const changed = changedSteps(before, how.workflow)
  const { edited = [] } = how
  const renewed = renewedSteps(how.workflow, { first: firstReasons(run, { ...how, before, changed, visits }), edited })
  const answers = await Promise.all(
    visits.map(async (visit) => ({ visit, results: await loadOwnAnswers(engine, run, visit) })),
  )
  const kept = answers.filter(({ results }) => results.length > 0)
  for (const edit of edited) requireEditable(how.workflow, { edit, answers: kept, because: renewed.get(edit.step) })
  const again = kept.filter(({ visit }) => renewed.has(visit.step))
  return {
    source: id,
    workflow: how.workflow.name,
    changed,
    reused: kept
      .filter(({ visit }) => !renewed.has(visit.step))
      .map(({ visit, results }) => forked(visit, results, isEdited(edited, visit) ? "edited" : undefined)),
    renewed: again.map(({ visit, results }) => forked(visit, results, renewed.get(visit.step) ?? "")),
    cost: sumCost(again.flatMap(({ results }) => results)),
  }
}

function requireStep({ steps }: Workflow, from: string | undefined): void {
  const known = steps.map(({ id }) => id)
  if (from === undefined || known.includes(from)) return
  const near = findNearestNames(from, known)
  throw new SkilletError("run.unknown-step", `the workflow has no step "${from}"`, {
    retry: "no",
    next: near.length > 0 ? `did you mean ${near.join(" or ")}?` : `its steps are ${known.join(", ")}`,
  })
}

/**
 * What a person allowed the commands of a run, for its fork. It was allowed for the text at that time: if a skill that
 * is not approved has changed, it must be allowed again.
 */
export function keepPermissions(
  { definition, permissions }: Pick<Run, "definition" | "permissions">,
  workflow: Workflow,
  trust: Trust,
): RunPermissions {
  return allows(trust, "inline-shell") || hashWorkflow(workflow) === definition ? permissions : noPermissions
}

function forked({ step, round }: PastVisit, results: readonly Result[], because: string | undefined): ForkedAnswer {
  const answer = { step, round, items: results.length }
  return because === undefined ? answer : { ...answer, because }
}

function isEdited(edited: readonly EditedAnswer[], { step, round }: PastVisit): boolean {
  return edited.some((one) => one.step === step && one.round === round)
}

/** Only answers of agents and people. Values are computed again, and waits wait again. */
async function loadOwnAnswers(engine: Engine, run: Run, visit: PastVisit): Promise<readonly Result[]> {
  const results = await openHistory(engine.store).results(run.id, visit.step, visit.round)
  return results.filter(({ by, item }) => by !== "computed" && by !== "shell" && item !== ERROR_ITEM)
}

function changedSteps(before: Workflow, after: Workflow): readonly string[] {
  return after.steps.flatMap((step) => {
    const old = findStep(before, step.id)
    return old === undefined || digestStep(before, old) === digestStep(after, step) ? [] : [step.id]
  })
}

/** A step counts as changed if the workflow that it starts has changed. */
function digestStep({ resources, children = {} }: Workflow, step: Step): string {
  const below = listAsked(step).map(({ asked }) => children[asked.workflow ?? ""] ?? "")
  return [hashStep(step, resources), ...below].join(" ")
}

interface Forking {
  readonly workflow: Workflow
  readonly before: Workflow
  readonly from?: string | undefined
  readonly params?: Readonly<Record<string, unknown>>
  readonly changed: readonly string[]
  readonly visits: readonly PastVisit[]
}

/** The steps that changed themselves, so that their answers cannot be reused. */
function firstReasons(run: Run, { workflow, before, from, params, changed, visits }: Forking) {
  const old = JSON.parse(run.params) as Readonly<Record<string, unknown>>
  const given = JSON.stringify(readParams(workflow.params, { ...old, ...params }).params)
  if (given !== run.params) return new Map(workflow.steps.map(({ id }) => [id, "the parameters changed"]))
  const reasons = new Map<string, string>()
  for (const { id, kind } of workflow.steps) {
    if (kind === "wait") reasons.set(id, "it must wait again")
    if (findStep(before, id) === undefined) reasons.set(id, "it is new")
  }
  for (const { step, inputs } of visits) {
    const unseen = Object.entries(inputs).find(([, { digest }]) => digest.startsWith("unseen:"))
    if (unseen !== undefined) reasons.set(step, `it reads ${unseen[0]}, which has no output`)
  }
  for (const id of [...changed, ...(from === undefined ? [] : [from])])
    reasons.set(id, "it changed, or the fork starts here")
  return reasons
}

interface Renewing {
  readonly first: ReadonlyMap<string, string>
  readonly edited: readonly EditedAnswer[]
}

/** The steps to repeat, and every step that reads what one of them or an edited one writes, with the reason. */
function renewedSteps(workflow: Workflow, { first, edited }: Renewing): ReadonlyMap<string, string> {
  const renewed = new Map(first)
  const isOther = ({ id }: Step) => renewed.has(id) || edited.some(({ step }) => step === id)
  for (let size = -1; size !== renewed.size; ) {
    size = renewed.size
    const written = new Map<string, string>()
    for (const step of workflow.steps) {
      if (isOther(step)) for (const name of step.writes ?? []) written.set(name, step.id)
    }
    for (const step of workflow.steps) {
      const stale = listReads(step).find(({ name }) => written.has(name))
      if (stale !== undefined && !renewed.has(step.id))
        renewed.set(step.id, `it reads ${stale.name} of ${written.get(stale.name)}`)
    }
  }
  return renewed
}

function sumCost(results: readonly Result[]): ForkPlan["cost"] {
  return {
    agents: results.filter(({ agent }) => agent !== "").length,
    tokens: results.reduce((sum, { usage }) => sum + (usage?.tokensIn ?? 0) + (usage?.tokensOut ?? 0), 0),
    money: results.reduce((sum, { usage }) => sum + (usage?.money ?? 0), 0),
  }
}
