import { hashWorkflow } from "../../workflow/hash-workflow.ts"
import { readParams } from "../../workflow/params.ts"
import { listReads, findStep, type Workflow } from "../../workflow/workflow.ts"
import { sumSpent } from "./decide/ask/ceilings.ts"
import { decide } from "./decide/decide.ts"
import { type ChildStart, type Decided, type Decision, type Goto, extractHead } from "./decide/decision.ts"
import type { Ceilings, StepEntry, RunEvent } from "./decide/event.ts"
import { startDraft, endRun } from "./decide/draft.ts"
import { ALL_ITEMS, type Budget, type RunHead, type RunStart, listDispatches } from "../model.ts"
import { loadState } from "./load-state.ts"
import { useAgain } from "./use-again.ts"
import {
  absorb,
  addNewRun,
  findPendingRun,
  loadPending,
  readItemText,
  readValues,
  type PendingRun,
  type PendingCommit,
} from "./pending-commit.ts"

/**
 * Executes a decision, then every step that needs no agent or person, up to the parent run that waits for this one.
 */
export async function carryOn(work: PendingCommit, run: PendingRun, first: Decided): Promise<void> {
  let decided: Decided | undefined = first
  while (decided !== undefined) {
    absorb(run, decided)
    await endUnneeded(work, run, decided)
    decided =
      decided.goto === undefined ? await afterAsking(work, run, decided) : await entered(work, run, decided.goto)
  }
  if (run.run.status !== "running") await tellParent(work, run)
}

async function entered(work: PendingCommit, run: PendingRun, goto: Goto): Promise<Decided> {
  const decision = await enterStep(work, run, goto)
  if (decision.kind !== "decided") throw new Error(`entering ${goto.step} was ${decision.kind}`)
  return decision
}

/** Takes over earlier answers and starts child runs for the rest. */
async function afterAsking(work: PendingCommit, run: PendingRun, asked: Decided): Promise<Decided | undefined> {
  const again = run.run.status === "running" ? await useAgain(work, run, asked) : undefined
  if (again === undefined) await startChildren(work, run, await notTaken(run, asked.children))
  return again
}

/** Ends a child run whose answer is no longer needed, with its own child runs. */
export async function endUnneeded(work: PendingCommit, run: PendingRun, decided: Decided): Promise<void> {
  const { id, status } = run.run
  const because = status === "running" ? `run ${id} no longer needs it` : `run ${id} is ${status}`
  for (const change of decided.changes) {
    if (change.kind !== "all" || change.as !== "cancelled") continue
    for (const child of await loadChildren(work, run, change)) {
      if (child.run.status !== "running" || child.run.visit === undefined) continue
      const ended = endRun(startDraft(child, work.at), "cancelled", because)
      absorb(child, ended)
      await endUnneeded(work, child, ended)
    }
  }
}

async function loadChildren(
  work: PendingCommit,
  run: PendingRun,
  { step, round }: { readonly step: string; readonly round: number },
): Promise<readonly PendingRun[]> {
  const found: PendingRun[] = []
  for (const { ask } of listDispatches(await run.items.all(step, round))) {
    if (ask.kind !== "run") continue
    const child = await findPendingRun(work, ask.run)
    if (child !== undefined) found.push(child)
  }
  return found
}

/** An item that was answered from another run needs no run of its own. */
async function notTaken(run: PendingRun, children: readonly ChildStart[]): Promise<readonly ChildStart[]> {
  const { visit } = run.run
  if (visit === undefined || children.length === 0) return []
  const items = await run.items.all(visit.step, visit.round)
  const taken = new Set(items.flatMap(({ result }) => (result === undefined ? [] : [result.item])))
  return children.filter(({ item }) => !taken.has(item))
}

async function enterStep(work: PendingCommit, run: PendingRun, goto: Goto): Promise<Decision> {
  const entry = await gatherEntry(work, run, goto.step)
  const from = run.run.visit === undefined && goto.cheaper !== true ? undefined : goto
  return decide(run.workflow, { run: run.run }, { kind: "enter", at: work.at, step: goto.step, entry, from })
}

/** Everything that entering a step depends on, and no more. */
async function gatherEntry(work: PendingCommit, run: PendingRun, id: string): Promise<StepEntry> {
  const step = findStep(run.workflow, id)
  const ceilings = await loadCeilings(work, run)
  if (step === undefined || step.kind === "do" || step.kind === "wait") return { texts: {}, ceilings }
  const { values } = run.run
  const inputs = listReads(step).flatMap(({ name }) => {
    const source = values[name]
    return source === undefined ? [] : [[name, source] as const]
  })
  return { texts: await readValues(run, Object.fromEntries(inputs)), ceilings }
}

/** The ceilings are those of the run at the top, and the spending of all runs below it counts. */
export async function loadCeilings(work: PendingCommit, { run }: PendingRun): Promise<Ceilings> {
  const root = run.root === run.id ? run : (await loadPending(work, run.root)).run
  const { budget, started } = root
  if (Object.keys(budget).length === 0) return { budget, spent: run.spent, started }
  const stored = await work.engine.store.runs({ root: run.root })
  const others = [...work.runs.values()].map((one) => one.run)
  const all = [...stored.filter(({ id }) => !work.runs.has(id)), ...others.filter((one) => one.root === run.root)]
  return { budget, spent: sumSpent(all), started }
}

/** A child's end is an event of its parent, in the same commit. */
async function tellParent(work: PendingCommit, run: PendingRun): Promise<void> {
  const { parent, status, because, id, outcome } = run.run
  if (parent === undefined) return
  const { run: above, ...item } = parent
  const told = { at: work.at, item, by: `run ${id}` }
  const event: RunEvent =
    status === "done"
      ? { ...told, kind: "report", child: id, outcome: outcome === "fail" ? "fail" : "ok", text: await readResult(run) }
      : { ...told, kind: "error", message: because ?? `run ${id} is ${status}` }
  await tell(work, await loadPending(work, above, { items: item }), event)
}

async function tell(work: PendingCommit, run: PendingRun, event: RunEvent): Promise<void> {
  const decision = decide(run.workflow, await loadState(run, event), event)
  if (decision.kind === "decided") await carryOn(work, run, decision)
}

/** The result of a run of the workflow: nothing if none is declared, an empty text if it was never written. */
async function readResult(run: PendingRun): Promise<string | undefined> {
  const { result } = run.workflow
  if (result === undefined) return undefined
  const source = run.run.values[result]
  if (source === undefined) return ""
  if (source.item !== ALL_ITEMS) return (await readItemText(run, source)) ?? ""
  const { all } = await readValues(run, { all: source })
  return JSON.stringify(all)
}

/** Runs for the items of a step, each pinned to the definition that its parent's definition names. */
async function startChildren(work: PendingCommit, parent: PendingRun, children: readonly ChildStart[]): Promise<void> {
  const at = parent.run.visit
  for (const child of children) {
    const { status, visit } = parent.run
    if (status !== "running" || visit === undefined || visit.number !== at?.number) return
    const wrong = await startChild(work, parent, child)
    if (wrong === undefined) continue
    const item = { step: visit.step, round: visit.round, item: child.item }
    const message = `${child.workflow}: ${wrong}`
    await tell(work, parent, { kind: "error", at: work.at, item, by: parent.run.id, message })
  }
}

/** Returns what is wrong if it cannot be started. */
async function startChild(
  work: PendingCommit,
  { run, workflow: above }: PendingRun,
  child: ChildStart,
): Promise<string | undefined> {
  const hash = above.children?.[child.workflow]
  const { visit } = run
  if (hash === undefined || visit === undefined) return "there is no such workflow"
  const workflow = pendingDefinition(work, hash) ?? (await work.engine.definitions.find(hash))
  const { params, problems } = readParams(workflow.params, child.params)
  if (problems[0] !== undefined) return problems[0].message
  const { project, branch, directory, program, permissions, skill, root, renew = [] } = run
  const source = renew.includes(visit.step) ? undefined : run.source
  const start: RunStart = {
    id: child.id,
    workflow: workflow.name,
    definition: hash,
    params: JSON.stringify(params),
    root,
    parent: { run: run.id, step: visit.step, round: visit.round, item: child.item },
    agent: child.agent,
    project,
    branch,
    directory,
    program,
    permissions,
    started: work.at,
    skill,
    source: source === undefined ? undefined : child.id.replace(run.id, source),
  }
  await beginRun(work, { workflow, start })
  return undefined
}

interface Begin {
  readonly workflow: Workflow
  readonly start: RunStart
  readonly budget?: Budget | undefined
  /** The definition it is pinned to, and those of the runs below it. */
  readonly definitions?: readonly Workflow[]
}

/** Starts a run and continues to the first step that needs an agent or a person. */
export async function beginRun(
  work: PendingCommit,
  { workflow, start, budget, definitions = [] }: Begin,
): Promise<PendingRun> {
  const run = { ...start, ...firstHead(work.at, budget), seq: 0 }
  const begun = addNewRun(work, { workflow, run, start, definitions })
  const { workflow: name, definition, params, source } = start
  const started = { kind: "started", data: { workflow: name, definition, params, source } }
  absorb(begun, { kind: "decided", head: extractHead(run), changes: [], events: [started], children: [] })
  await carryOn(work, begun, await entered(work, begun, { step: workflow.start, outcome: "ok" }))
  return begun
}

function firstHead(at: number, budget: Budget = {}): RunHead {
  return {
    status: "running",
    step: "",
    round: 0,
    updated: at,
    budget,
    spent: { agents: 0, tokens: 0, money: 0 },
    visited: 0,
    rounds: {},
    loops: {},
    values: {},
    questions: [],
    events: 0,
    chain: "",
  }
}

/** A definition that is stored with this commit. */
function pendingDefinition(work: PendingCommit, hash: string): Workflow | undefined {
  for (const { definitions } of work.runs.values()) {
    const found = definitions.find((one) => hashWorkflow(one) === hash)
    if (found !== undefined) return found
  }
  return undefined
}
