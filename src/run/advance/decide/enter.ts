import {
  isMet,
  type Asked,
  type ComputeStep,
  type Computed,
  type FanoutItem,
  type FanoutStep,
  type Inputs,
  listReads,
  type Step,
  findStep,
  type Workflow,
} from "../../../workflow/workflow.ts"
import { END } from "../../../workflow/outcome.ts"
import { fillTemplate, openLookup } from "../../../workflow/template.ts"
import {
  ALL_ITEMS,
  type HistoryEvent,
  type LoopState,
  NO_ITEM,
  type RunHead,
  type ValueSource,
  type Visit,
} from "../../model.ts"
import { askQuestions } from "./ask/ask-questions.ts"
import { isNearlySpent } from "./ask/ceilings.ts"
import { type Decided, extractHead } from "./decision.ts"
import type { EnterEvent, DecidedState } from "./event.ts"
import { fillAsk, planFanout, checkItemCount } from "./ask/fanout-items.ts"
import { digestInputs, parseRunParams, buildScope } from "./scope.ts"
import { DEFAULT_TRIES, type Entering, issue, issueAsked } from "./ask/ask-agents.ts"
import { planGateAsks, readGateAnswers } from "./gate/commands.ts"
import { FIRST_LOOP, judgeGate } from "./gate/judge-gate.ts"
import { toStepError, type Draft, startDraft, failRun, leave, leaveByError, stay } from "./draft.ts"
import { digestResults, keepAnswer, setValue } from "./take-answer.ts"
import { describeError } from "../../../problem/failure.ts"

/** The maximum number of items of a fan-out and of commands of a gate; more is a mistake in the definition. */
const MOST_ITEMS = 10_000

/** Enters a step. Everything that the step asks of others is fixed here, once. */
export function enter(workflow: Workflow, state: DecidedState, event: EnterEvent & { readonly at: number }): Decided {
  if (event.step === END) return finish(state, event)
  const step = findStep(workflow, event.step)
  if (step === undefined) throw new Error(`workflow ${workflow.name} has no step ${event.step}`)
  const { entry, at } = event
  if (step.cheaper !== undefined && event.from?.cheaper !== true && isNearlySpent(entry.ceilings, at)) {
    return detour(state, event, step.cheaper)
  }
  if (step.maxRounds !== undefined && (state.run.rounds[step.id] ?? 0) >= step.maxRounds)
    return failRun(startDraft(state, at), `step ${step.id} was entered ${step.maxRounds} times, which is its cap`)
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
      return issueAsked(entering, [{ item: NO_ITEM, ...fillAsk(pickAsked(step), scope(entering)) }], step.retries)
    case "fanout":
      return beginFanout(entering, step)
    case "gate":
      return beginGate(entering, step)
    case "ask":
      return askQuestions(draft, step, { texts: event.entry.texts, lookup: openLookup(scope(entering)) })
    case "compute":
      return computeStep(entering, step)
    case "wait":
      return stay(draft)
  }
}

function pickAsked({ agent, prompt, workflow, with: given, tier }: Asked): Asked {
  return {
    agent,
    prompt,
    workflow,
    with: given,
    tier,
  }
}

function beginFanout(entering: Entering, step: Extract<Step, { kind: "fanout" }>): Decided {
  let items: readonly FanoutItem[]
  try {
    items = planFanout(step.items, inputs(entering), scope(entering))
  } catch (error) {
    return leaveByError(entering.draft, step, toStepError(`its items could not be computed: ${describeError(error)}`))
  }
  const wrong = checkItemCount(step, items.length)
  if (wrong !== undefined) return leaveByError(entering.draft, step, toStepError(wrong))
  if (items.length === 0)
    return leave(withNothing(entering.draft, step), step, step.next.skip === undefined ? "ok" : "skip")
  if (items.length > MOST_ITEMS) return leaveByError(entering.draft, step, toStepError(`it has ${items.length} items`))
  const twice = items.find(({ item }, at) => items.findIndex((other) => other.item === item) !== at)
  if (twice !== undefined)
    return leaveByError(entering.draft, step, toStepError(`two of its items are called ${twice.item}`))
  return issueAsked(entering, items, step.retries)
}

/** No agent was asked, so the value is an empty list of answers. */
function withNothing(draft: Draft, step: FanoutStep): Draft {
  const name = step.writes?.[0]
  if (name === undefined) return draft
  return setValue(draft, name, { step: step.id, round: draft.visit.round, item: ALL_ITEMS, digest: digestResults([]) })
}

/** Commands and inspections are requested, to be done under the policy; without any, the gate is judged immediately. */
function beginGate(entering: Entering, step: Extract<Step, { kind: "gate" }>): Decided {
  const lookup = openLookup(scope(entering))
  const asked = planGateAsks(step, lookup).map((one) => ({ ...one, agent: "shell" }))
  if (asked.length > 0) return issue(entering, asked)
  return judgeGate(entering.draft, step, { texts: entering.event.entry.texts, answers: readGateAnswers(step, {}) })
}

function computeStep(entering: Entering, step: ComputeStep): Decided {
  let computed: Computed
  try {
    computed = typeof step.compute === "function" ? step.compute(inputs(entering)) : fromTable(entering, step.compute)
  } catch (error) {
    return leaveByError(entering.draft, step, toStepError(describeError(error)))
  }
  const texts = Object.entries(computed.values ?? {})
  const undeclared = texts.find(([name]) => !(step.writes ?? []).includes(name))
  if (undeclared !== undefined)
    return leaveByError(entering.draft, step, toStepError(`it wrote ${undeclared[0]}, which it does not declare`))
  const { outcome } = computed
  const written = texts.reduce<Draft>((draft, [name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value ?? null)
    return keepAnswer(draft, { item: name, outcome, text, by: "computed", writes: name })
  }, entering.draft)
  return leave(written, step, outcome)
}

function fromTable(entering: Entering, table: Extract<ComputeStep["compute"], { rows: unknown }>): Computed {
  const lookup = openLookup(scope(entering))
  const row = table.rows.find(({ when = [] }) => when.every((condition) => isMet(condition, lookup)))
  if (row === undefined) throw new Error("no row of its table applies")
  const values = Object.entries(row.set ?? {}).map(([name, text]) => [name, fillTemplate(text, lookup)])
  return { outcome: row.outcome, values: Object.fromEntries(values) }
}

/** The visit begins; the previous one is closed and leads here. */
function open({ workflow, step, state, event }: Omit<Entering, "draft">): Draft {
  const { run } = state
  const { at } = event
  const round = (run.rounds[step.id] ?? 0) + 1
  const inputs = findSources(step, run)
  const number = run.visited + 1
  const visit: Visit = {
    step: step.id,
    round,
    number,
    entered: at,
    via: describePassage(state, event),
    inputs,
    digest: digestInputs(workflow, step, { params: run.params, inputs, round }),
    total: 0,
    ok: 0,
    failed: 0,
    loop: advanceLoop(workflow, step, run),
  }
  const head: RunHead = {
    ...extractHead(run),
    status: "running",
    step: step.id,
    round,
    outcome: undefined,
    because: undefined,
    updated: at,
    visit,
    visited: number,
    rounds: { ...run.rounds, [step.id]: round },
    questions: [],
  }
  return { at, head, visit, changes: [], events: [entered(visit)] }
}

/** Which answers the values that a step reads come from. */
function findSources(step: Step, { values }: Pick<RunHead, "values">): Readonly<Record<string, ValueSource>> {
  return Object.fromEntries(
    listReads(step).flatMap(({ name }) => {
      const source = values[name]
      return source === undefined ? [] : [[name, source]]
    }),
  )
}

function describePassage({ run: { visit } }: DecidedState, { from }: Entering["event"]): Visit["via"] {
  if (visit === undefined || from === undefined) return undefined
  const { step, round, because, evidence } = visit
  return { step, round, outcome: from.outcome, because, evidence }
}

/** What the history stores about a visit: enough to know later how it was entered and how the previous one was left. */
function entered({ step, round, inputs, loop, via }: Visit): HistoryEvent {
  const has = Object.keys(inputs).length > 0
  return { kind: "entered", data: { step, round, inputs: has ? inputs : undefined, loop, after: via } }
}

/** The count of a review loop belongs to its gate: a failed gate begins the next iteration. */
function advanceLoop(workflow: Workflow, step: Step, { loops }: Pick<RunHead, "loops">): LoopState | undefined {
  const gate = findLoopGate(workflow, step.id)
  if (gate === undefined) return undefined
  const last = loops[gate]
  if (last === undefined || last.outcome === "ok") return { gate, ...FIRST_LOOP }
  const { outcome, ...loop } = last
  if (outcome === undefined) return loop
  return { ...loop, iteration: loop.iteration + 1, failed: true, status: "fail" }
}

/** The gate whose review loop a step belongs to, as its work, its review or the gate itself. */
export function findLoopGate(workflow: Workflow, step: string): string | undefined {
  return workflow.steps.find(
    (one) => one.kind === "gate" && one.loop !== undefined && [one.id, one.loop.work, one.loop.review].includes(step),
  )?.id
}

/** How a run ended follows only from its last transition. */
function finish(state: DecidedState, event: Entering["event"]): Decided {
  const outcome = event.from?.outcome ?? "ok"
  const after = describePassage(state, event)
  return {
    kind: "decided",
    head: { ...extractHead(state.run), status: "done", step: END, round: 1, outcome, updated: event.at, questions: [] },
    changes: [],
    events: [{ kind: "done", data: { outcome, after } }],
    children: [],
  }
}

function detour(state: DecidedState, event: Entering["event"], to: string): Decided {
  const from = event.from ?? { outcome: "ok" as const }
  return {
    kind: "decided",
    head: extractHead(state.run),
    changes: [],
    events: [{ kind: "cheaper", data: { instead: event.step, step: to } }],
    goto: { ...from, step: to, cheaper: true },
    children: [],
  }
}

function inputs({ state, draft, event }: Entering): Inputs {
  return { params: parseRunParams(state.run), values: event.entry.texts, round: draft.visit.round }
}

function scope({ state, draft, event }: Entering): Readonly<Record<string, unknown>> {
  const { round, loop, via } = draft.visit
  return buildScope(state.run, { values: event.entry.texts, round, loop, because: via?.because })
}
