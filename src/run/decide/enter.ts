import type { RunChange, ValueSource, VisitRow } from "../../ports/run-store.ts"
import { holds } from "../../workflow/condition.ts"
import { END } from "../../workflow/outcome.ts"
import { fillTemplate, lookupIn } from "../../workflow/template.ts"
import {
  type Asked,
  type ComputeStep,
  type Computed,
  type FanoutItem,
  type FanoutStep,
  type Inputs,
  type Step,
  stepOf,
  type Workflow,
} from "../../workflow/workflow.ts"
import { askQuestions } from "./ask-questions.ts"
import { isNearlySpent } from "./ceilings.ts"
import { type Decided, type Goto, progressOf } from "./decision.ts"
import { ALL_ITEMS, type EnterEvent, NO_ITEM, type RunState } from "./event.ts"
import { filledAsk, itemsOf } from "./fanout-items.ts"
import { wrongCount } from "./wrong-count.ts"
import { inputDigest } from "./input-digest.ts"
import { DEFAULT_TRIES, type Entering, issue, issueAsked } from "./issue.ts"
import { commandAnswers, commandItem, commandsOf } from "../gate/commands.ts"
import { fillCommand } from "../gate/fill-command.ts"
import { FIRST_LOOP, judgeGate } from "../gate/judge-gate.ts"
import { broken, type Draft, draftOf, failRun, leave, leaveByError, noting, stay } from "./leave.ts"
import { paramsOf, scopeOf } from "./scope.ts"
import { digestOfAll, takeAnswer } from "./take-answer.ts"

/** What a fan-out or a gate's commands may be at most: more is a slip in a definition. */
const MOST_ITEMS = 10_000

/** The run comes to a step. Whatever the step asks of others is fixed here, once. */
export function enter(workflow: Workflow, state: RunState, event: EnterEvent & { readonly at: number }): Decided {
  if (event.step === END) return finish(state, event)
  const step = stepOf(workflow, event.step)
  if (step === undefined) throw new Error(`workflow ${workflow.name} has no step ${event.step}`)
  const { entry, at } = event
  if (step.cheaper !== undefined && event.from?.cheaper !== true && isNearlySpent(entry.ceilings, at)) {
    return detour(state, event, step.cheaper)
  }
  if (step.maxRounds !== undefined && (entry.previous?.round ?? 0) >= step.maxRounds) {
    const draft = draftOf(state, at)
    const known = noting(draft, event.from?.leaving ?? {})
    return failRun(known, `step ${step.id} was entered ${step.maxRounds} times, which is its cap`)
  }
  return begin({ workflow, step, state, event, draft: open({ workflow, step, state, event }) })
}

function begin(entering: Entering): Decided {
  const { step, draft, event } = entering
  switch (step.kind) {
    case "do":
      return issue(entering, [
        { item: NO_ITEM, agent: entering.state.run.agent ?? "", ask: { kind: "step" }, tries: DEFAULT_TRIES },
      ])
    case "dispatch":
      return issueAsked(entering, [{ item: NO_ITEM, ...filledAsk(askOf(step), scope(entering)) }], step.retries)
    case "fanout":
      return beginFanout(entering, step)
    case "gate":
      return beginGate(entering, step)
    case "ask":
      return askQuestions(draft, step, { texts: event.entry.texts, lookup: lookupIn(scope(entering)) })
    case "compute":
      return computeStep(entering, step)
    case "wait":
      return stay(draft)
  }
}

function askOf({ agent, prompt, workflow, with: given, tier }: Asked): Asked {
  return {
    agent,
    ...(prompt === undefined ? {} : { prompt }),
    ...(workflow === undefined ? {} : { workflow }),
    ...(given === undefined ? {} : { with: given }),
    ...(tier === undefined ? {} : { tier }),
  }
}

function beginFanout(entering: Entering, step: Extract<Step, { kind: "fanout" }>): Decided {
  let items: readonly FanoutItem[]
  try {
    items = itemsOf(step.items, inputs(entering), scope(entering))
  } catch (error) {
    return leaveByError(entering.draft, step, broken(`its items could not be computed: ${messageOf(error)}`))
  }
  const wrong = wrongCount(step, items.length)
  if (wrong !== undefined) return leaveByError(entering.draft, step, broken(wrong))
  if (items.length === 0)
    return leave(withNothing(entering.draft, step), step, step.next.skip === undefined ? "ok" : "skip")
  if (items.length > MOST_ITEMS) return leaveByError(entering.draft, step, broken(`it has ${items.length} items`))
  const twice = items.find(({ item }, at) => items.findIndex((other) => other.item === item) !== at)
  if (twice !== undefined)
    return leaveByError(entering.draft, step, broken(`two of its items are called ${twice.item}`))
  return issueAsked(entering, items, step.retries)
}

/** Nobody was asked, so the value is a list without answers. */
function withNothing(draft: Draft, step: FanoutStep): Draft {
  const name = step.writes?.[0]
  if (name === undefined) return draft
  const value = { name, step: step.id, round: draft.visit.round, item: ALL_ITEMS, digest: digestOfAll([]) }
  return { ...draft, changes: [...draft.changes, { kind: "value", value }] }
}

/** Commands are asked for, to be run under the shell's policy; without any the gate is judged at once. */
function beginGate(entering: Entering, step: Extract<Step, { kind: "gate" }>): Decided {
  const lookup = lookupIn(scope(entering))
  const commands = commandsOf(step).map((command) => fillCommand(command, lookup))
  const asked = commands.flatMap((command, at) =>
    command === "" ? [] : [{ item: commandItem(at), agent: "shell", ask: { kind: "command" as const, command } }],
  )
  if (asked.length > 0) return issue(entering, asked)
  return judgeGate(entering.draft, step, { texts: entering.event.entry.texts, commands: commandAnswers(step, {}) })
}

function computeStep(entering: Entering, step: ComputeStep): Decided {
  let computed: Computed
  try {
    computed = typeof step.compute === "function" ? step.compute(inputs(entering)) : fromTable(entering, step.compute)
  } catch (error) {
    return leaveByError(entering.draft, step, broken(messageOf(error)))
  }
  const texts = Object.entries(computed.values ?? {})
  const undeclared = texts.find(([name]) => !(step.writes ?? []).includes(name))
  if (undeclared !== undefined)
    return leaveByError(entering.draft, step, broken(`it wrote ${undeclared[0]}, which it does not declare`))
  const written = texts.flatMap(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value ?? null)
    return takeAnswer(entering.draft, { item: name, outcome: computed.outcome, text, by: "computed", writes: name })
      .changes
  })
  return leave({ ...entering.draft, changes: [...entering.draft.changes, ...written] }, step, computed.outcome)
}

function fromTable(entering: Entering, table: Extract<ComputeStep["compute"], { rows: unknown }>): Computed {
  const lookup = lookupIn(scope(entering))
  const row = table.rows.find(({ when = [] }) => when.every((condition) => holds(condition, lookup)))
  if (row === undefined) throw new Error("no row of its table holds")
  const values = Object.entries(row.set ?? {}).map(([name, text]) => [name, fillTemplate(text, lookup)])
  return { outcome: row.outcome, values: Object.fromEntries(values) }
}

/** The visit begins: the one before is closed and leads here. */
function open({ workflow, step, state, event }: Omit<Entering, "draft">): Draft {
  const { entry, at, from } = event
  const round = (entry.previous?.round ?? 0) + 1
  const sources = Object.fromEntries(entry.values.map(({ name, ...source }): [string, ValueSource] => [name, source]))
  const loop = loopOf(workflow, step, entry.gate)
  const before = state.visit
  const number = state.run.visited + 1
  const visit: VisitRow = {
    step: step.id,
    round,
    number,
    entered: at,
    inputs: sources,
    digest: inputDigest(workflow, step, { params: state.run.params, inputs: sources, round }),
    total: 0,
    ok: 0,
    failed: 0,
    ...(loop === undefined ? {} : { loop }),
    ...(before === undefined || from === undefined
      ? {}
      : { via: { step: before.step, round: before.round, outcome: from.outcome } }),
  }
  const run = {
    ...progressOf(state.run),
    status: "running" as const,
    step: step.id,
    round,
    updated: at,
    visited: number,
  }
  const { because: _because, outcome: _outcome, ...going } = run
  return {
    at,
    run: going,
    visit,
    changes: [...closing(before, from, { step: step.id, round }), { kind: "enter", visit }],
    events: [{ kind: "entered", data: { step: step.id, round } }],
  }
}

function closing(
  before: VisitRow | undefined,
  from: Goto | undefined,
  onward: NonNullable<VisitRow["onward"]>,
): readonly RunChange[] {
  if (before === undefined || from === undefined) return []
  return [{ kind: "visit", step: before.step, round: before.round, set: { ...from.leaving, onward } }]
}

/** A review loop's count lives in the visits of its gate: a failed one begins the next iteration. */
function loopOf(workflow: Workflow, step: Step, gateVisit: VisitRow | undefined): VisitRow["loop"] {
  const gate = gateOf(workflow, step.id)
  if (gate === undefined) return undefined
  const last = gateVisit?.loop
  if (last === undefined || gateVisit?.outcome === undefined) return last ?? { gate, ...FIRST_LOOP }
  return gateVisit.outcome === "ok"
    ? { gate, ...FIRST_LOOP }
    : { ...last, iteration: last.iteration + 1, failed: true, status: "fail" }
}

/** The gate whose review loop a step belongs to, as its work, its review or the gate itself. */
export function gateOf(workflow: Workflow, step: string): string | undefined {
  return workflow.steps.find(
    (one) => one.kind === "gate" && one.loop !== undefined && [one.id, one.loop.work, one.loop.review].includes(step),
  )?.id
}

/** The end is the transition that was taken, and nothing else. */
function finish(state: RunState, { at, from }: Entering["event"]): Decided {
  const outcome = from?.outcome ?? "ok"
  return {
    kind: "decided",
    run: { ...progressOf(state.run), status: "done", step: END, round: 1, outcome, updated: at },
    ...(state.visit === undefined ? {} : { visit: state.visit }),
    changes: closing(state.visit, from, { step: END, round: 1 }),
    events: [{ kind: "done", data: { outcome } }],
    children: [],
  }
}

function detour(state: RunState, event: Entering["event"], to: string): Decided {
  const from = event.from ?? { step: to, outcome: "ok" as const, leaving: { ok: 0, failed: 0 } }
  return {
    kind: "decided",
    run: progressOf(state.run),
    ...(state.visit === undefined ? {} : { visit: state.visit }),
    changes: [],
    events: [{ kind: "cheaper", data: { instead: event.step, step: to } }],
    goto: { ...from, step: to, cheaper: true },
    children: [],
  }
}

function inputs({ state, draft, event }: Entering): Inputs {
  return { params: paramsOf(state.run), values: event.entry.texts, round: draft.visit.round }
}

function scope({ state, draft, event }: Entering): Readonly<Record<string, unknown>> {
  const { round, loop } = draft.visit
  return scopeOf(state.run, { values: event.entry.texts, round, ...(loop === undefined ? {} : { loop }) })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
