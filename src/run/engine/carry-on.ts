import type { Budget, NewRun } from "../../ports/run-store.ts"
import { hashWorkflow, workflowJson } from "../../workflow/hash-workflow.ts"
import { readParams } from "../../workflow/params.ts"
import { readsOf, stepOf, type Workflow } from "../../workflow/workflow.ts"
import { spentByAll } from "../decide/ceilings.ts"
import { decide } from "../decide/decide.ts"
import type { ChildStart, Decided, Decision, Goto } from "../decide/decision.ts"
import { gateOf } from "../decide/enter.ts"
import type { Entry, RunEvent, RunState } from "../decide/event.ts"
import { draftOf, endRun } from "../decide/leave.ts"
import { stateFor } from "./state-for.ts"
import { useAgain } from "./use-again.ts"
import {
  absorb,
  addRun,
  latestVisit,
  loadRun,
  readText,
  readValue,
  type RunWork,
  valueRows,
  type Work,
} from "./work.ts"

/** From a decision on, through every step that decides itself, and up to the run that waits for this one's end. */
export async function carryOn(work: Work, run: RunWork, first: Decided): Promise<void> {
  let decided: Decided | undefined = first
  while (decided !== undefined) {
    absorb(work, run, decided)
    await endUnneeded(work, run, decided)
    decided =
      decided.goto === undefined ? await afterAsking(work, run, decided) : await entered(work, run, decided.goto)
  }
  if (run.row.status !== "running") await tellParent(work, run)
}

async function entered(work: Work, run: RunWork, goto: Goto): Promise<Decided> {
  const decision = await enterStep(work, run, goto)
  if (decision.kind !== "decided") throw new Error(`entering ${goto.step} was ${decision.kind}`)
  return decision
}

/** What was answered before is taken over; for what is left, runs are started. */
async function afterAsking(work: Work, run: RunWork, asked: Decided): Promise<Decided | undefined> {
  const again = run.row.status === "running" ? await useAgain(work, run, asked) : undefined
  if (again === undefined) await startChildren(work, run, notTaken(run, asked.children))
  return again
}

/** A child whose answer is not needed any more ends, with those below it. */
export async function endUnneeded(work: Work, run: RunWork, decided: Decided): Promise<void> {
  const { id, status } = run.row
  const because = status === "running" ? `run ${id} does not need it any more` : `run ${id} is ${status}`
  for (const change of decided.changes) {
    if (change.kind !== "dispatches" || change.as !== "cancelled") continue
    for (const child of await childrenOf(work, run, change)) {
      if (child.row.status !== "running" || child.visit === undefined) continue
      const state = { run: child.row, visit: child.visit }
      const ended = endRun(draftOf(state, work.at), "cancelled", because)
      absorb(work, child, ended)
      await endUnneeded(work, child, ended)
    }
  }
}

async function childrenOf(
  work: Work,
  run: RunWork,
  { step, round }: { readonly step: string; readonly round: number },
): Promise<readonly RunWork[]> {
  const { store } = work.engine
  const stored = run.seq === -1 ? [] : await store.dispatches(run.row.id, step, round)
  const made = run.changes.flatMap((change) => (change.kind === "dispatch" ? [change.dispatch] : []))
  const all = [...stored, ...made.filter((one) => one.step === step && one.round === round)]
  const found: RunWork[] = []
  for (const { ask } of all) {
    if (ask.kind !== "run") continue
    const isThere = work.runs.has(ask.run) || (await store.run(ask.run)) !== undefined
    if (isThere) found.push(await loadRun(work, ask.run))
  }
  return found
}

/** An item that was answered from another run needs no run of its own. */
function notTaken(run: RunWork, children: readonly ChildStart[]): readonly ChildStart[] {
  const { visit } = run
  return children.filter(
    ({ item }) =>
      !run.pending.results.some((one) => one.step === visit?.step && one.round === visit.round && one.item === item),
  )
}

export async function enterStep(work: Work, run: RunWork, goto: Goto): Promise<Decision> {
  const entry = await entryFor(work, run, goto.step)
  const state: RunState = { run: run.row, ...(run.visit === undefined ? {} : { visit: run.visit }) }
  return decide(run.workflow, state, {
    kind: "enter",
    at: work.at,
    step: goto.step,
    entry,
    ...(run.visit === undefined && goto.cheaper !== true ? {} : { from: goto }),
  })
}

/** Everything entering a step depends on, and no more. */
export async function entryFor(work: Work, run: RunWork, id: string): Promise<Entry> {
  const step = stepOf(run.workflow, id)
  const ceilings = await ceilingsOf(work, run)
  if (step === undefined) return { values: [], texts: {}, ceilings }
  const gate = gateOf(run.workflow, id)
  const previous = await latestVisit(work, run, id)
  const gateVisit = gate === undefined ? undefined : await latestVisit(work, run, gate)
  const values = await valueRows(
    work,
    run,
    readsOf(step).map(({ name }) => name),
  )
  const texts: Record<string, unknown> = {}
  if (step.kind !== "do" && step.kind !== "wait")
    for (const { name, ...source } of values) texts[name] = await readValue(work, run, source)
  return {
    values,
    texts,
    ceilings,
    ...(previous === undefined ? {} : { previous }),
    ...(gateVisit === undefined ? {} : { gate: gateVisit }),
  }
}

/** Ceilings are those of the run at the top, and what is spent is spent by all below it. */
export async function ceilingsOf(work: Work, run: RunWork): Promise<Entry["ceilings"]> {
  const { row } = run
  if (row.root === row.id && Object.keys(row.budget).length === 0)
    return { budget: {}, spent: row.spent, started: row.started }
  const root = row.root === row.id ? row : (await loadRun(work, row.root)).row
  if (Object.keys(root.budget).length === 0) return { budget: {}, spent: row.spent, started: root.started }
  const stored = await work.engine.store.runs({ root: row.root })
  const others = [...work.runs.values()].map((one) => one.row)
  const all = [...stored.filter(({ id }) => !work.runs.has(id)), ...others.filter((one) => one.root === row.root)]
  return { budget: root.budget, spent: spentByAll(all), started: root.started }
}

/** A child's end is an event of its parent, in the same commit. */
async function tellParent(work: Work, run: RunWork): Promise<void> {
  const { parent, status, because, id } = run.row
  if (parent === undefined) return
  const above = await loadRun(work, parent.run)
  const { run: _run, ...item } = parent
  const { at } = work
  const by = `run ${id}`
  const event: RunEvent =
    status === "done"
      ? {
          kind: "report",
          at,
          item,
          by,
          child: id,
          outcome: run.row.outcome === "fail" ? "fail" : "ok",
          ...(await resultOf(work, run)),
        }
      : { kind: "error", at, item, by, message: because ?? `run ${id} is ${status}` }
  const decision = decide(above.workflow, await stateFor(work, above, event), event)
  if (decision.kind === "decided") await carryOn(work, above, decision)
}

async function resultOf(work: Work, run: RunWork): Promise<{ readonly text?: string }> {
  const { result } = run.workflow
  if (result === undefined) return {}
  const [value] = await valueRows(work, run, [result])
  if (value === undefined) return {}
  const said = await readValue(work, run, value)
  const text = value.item === "*" ? JSON.stringify(said) : await readText(work, run, { run: run.row.id, ...value })
  return text === undefined ? {} : { text }
}

/** Runs for the items of a step, each pinned to the definition its parent's names. */
async function startChildren(work: Work, parent: RunWork, children: readonly ChildStart[]): Promise<void> {
  const { visit } = parent
  for (const child of children) {
    if (parent.row.status !== "running" || parent.visit?.number !== visit?.number) return
    const wrong = await startChild(work, parent, child)
    if (wrong !== undefined) await tell(work, parent, { item: child.item, message: `${child.workflow}: ${wrong}` })
  }
}

/** Says what is wrong where it cannot be started. */
async function startChild(work: Work, parent: RunWork, child: ChildStart): Promise<string | undefined> {
  const { visit, row } = parent
  const hash = parent.workflow.children?.[child.workflow]
  if (hash === undefined || visit === undefined) return "there is no such workflow"
  const workflow = pendingDefinition(work, hash) ?? (await work.engine.definitions.find(hash))
  const { params, problems } = readParams(workflow.params, child.params)
  if (problems[0] !== undefined) return problems[0].message
  const { project, branch, allow, skill, root, renew = [] } = row
  const source = renew.includes(visit.step) ? undefined : row.source
  const run: NewRun = {
    id: child.id,
    workflow: workflow.name,
    definition: hash,
    params: JSON.stringify(params),
    root,
    parent: { run: row.id, step: visit.step, round: visit.round, item: child.item },
    agent: child.agent,
    project,
    branch,
    allow,
    started: work.at,
    ...(skill === undefined ? {} : { skill }),
    ...(source === undefined ? {} : { source: child.id.replace(row.id, source) }),
  }
  await beginRun(work, { workflow, run })
  return undefined
}

async function tell(
  work: Work,
  run: RunWork,
  wrong: { readonly item: string; readonly message: string },
): Promise<void> {
  const { visit } = run
  if (visit === undefined) return
  const item = { step: visit.step, round: visit.round, item: wrong.item }
  const event: RunEvent = { kind: "error", at: work.at, item, by: run.row.id, message: wrong.message }
  const decision = decide(run.workflow, await stateFor(work, run, event), event)
  if (decision.kind === "decided") await carryOn(work, run, decision)
}

interface Begin {
  readonly workflow: Workflow
  readonly run: NewRun
  readonly budget?: Budget
  /** What it and those below it are pinned to. */
  readonly definitions?: readonly Workflow[]
}

/** A run begins, and goes on to the first step that needs somebody. */
export async function beginRun(work: Work, { workflow, run, budget = {}, definitions = [] }: Begin): Promise<RunWork> {
  const nothing = { agents: 0, tokens: 0, money: 0 }
  const progress = {
    status: "running",
    step: "",
    round: 0,
    updated: work.at,
    budget,
    spent: nothing,
    events: 0,
    chain: "",
    visited: 0,
  } as const
  const begun = addRun(work, { workflow, seq: -1, row: { ...run, ...progress, seq: -1 }, definitions })
  for (const one of definitions)
    begun.changes.push({ kind: "definition", hash: hashWorkflow(one), json: workflowJson(one) })
  begun.changes.push({ kind: "create", run })
  const { workflow: name, definition, params, source } = run
  const started = {
    kind: "started",
    data: { workflow: name, definition, params, ...(source === undefined ? {} : { source }) },
  }
  absorb(work, begun, { kind: "decided", run: progress, changes: [], events: [started], children: [] })
  const entered = await enterStep(work, begun, { step: workflow.start, outcome: "ok", leaving: { ok: 0, failed: 0 } })
  if (entered.kind !== "decided") throw new Error(`starting ${name} was ${entered.kind}`)
  await carryOn(work, begun, entered)
  return begun
}

/** A definition that is kept with this very commit. */
function pendingDefinition(work: Work, hash: string): Workflow | undefined {
  for (const { definitions } of work.runs.values()) {
    const found = definitions.find((one) => hashWorkflow(one) === hash)
    if (found !== undefined) return found
  }
  return undefined
}
