import { stepOf } from "../../workflow/workflow.ts"
import type { ItemRef, RunEvent, RunState } from "../decide/event.ts"
import { allResults, readText, readValue, type RunWork, type Work } from "./work.ts"

/** The part of a run that deciding on an event looks at. */
export async function stateFor(work: Work, run: RunWork, event: RunEvent): Promise<RunState> {
  const at: RunState = { run: run.row, ...(run.visit === undefined ? {} : { visit: run.visit }) }
  switch (event.kind) {
    case "report":
    case "error":
      return { ...at, ...(await aboutItem(work, run, event.item)) }
    case "answer":
    case "hold":
      return { ...at, ...(await aboutQuestions(work, run)) }
    case "enter":
    case "tick":
    case "override":
    case "cancel":
      return at
  }
}

async function aboutItem(work: Work, run: RunWork, item: ItemRef): Promise<Partial<RunState>> {
  const { store } = work.engine
  const key = { run: run.row.id, ...item }
  const isHere = run.visit?.step === item.step && run.visit.round === item.round
  const dispatch = dispatchNow(run, item, run.seq === -1 ? undefined : await store.dispatch(key))
  const isOpen = dispatch?.status === "open" || dispatch?.status === "leased" || dispatch?.status === "held"
  const pending = run.pending.results.find((one) => isSame(one, item))
  const result = pending ?? (isOpen || run.seq === -1 ? undefined : await store.result(key))
  const asked = isHere ? run.visit : run.seq === -1 ? undefined : await store.visit(key.run, item.step, item.round)
  return {
    ...(asked === undefined ? {} : { asked }),
    ...(dispatch === undefined ? {} : { dispatch }),
    ...(result === undefined ? {} : { result }),
    ...(isHere && isOpen ? await whatOthersSaid(work, run, item) : {}),
  }
}

/** A dispatch as this commit leaves it: it may be made, answered and cancelled in one. */
function dispatchNow(run: RunWork, item: ItemRef, stored: RunState["dispatch"]): RunState["dispatch"] {
  let dispatch = stored
  for (const change of run.changes) {
    if (change.kind === "dispatch" && isSame(change.dispatch, item))
      dispatch = { ...change.dispatch, epoch: 0, tried: 0 }
    else if (dispatch === undefined) continue
    else if (change.kind === "settle" && isSame(change.key, item)) dispatch = { ...dispatch, status: change.as }
    else if (change.kind === "dispatches" && change.step === item.step && change.round === item.round)
      dispatch = dispatch.status === "answered" ? dispatch : { ...dispatch, status: change.as }
  }
  return dispatch
}

function isSame(one: ItemRef, other: ItemRef): boolean {
  return one.step === other.step && one.round === other.round && one.item === other.item
}

/** The answers before the last one: a fan-out is then one value, and a gate is judged. */
async function whatOthersSaid(work: Work, run: RunWork, item: ItemRef): Promise<Partial<RunState>> {
  const { visit } = run
  const step = stepOf(run.workflow, item.step)
  if (visit === undefined || (step?.kind !== "gate" && step?.kind !== "fanout")) return {}
  const isLast = visit.ok + visit.failed + 1 >= visit.total
  if (step.kind === "fanout" && !isLast && step.join === "settled") return {}
  const results = await allResults(work, run, item)
  if (step.kind === "fanout") return { results }
  if (!isLast) return {}
  const commands: Record<string, string> = {}
  for (const { item: name } of results)
    commands[name] = (await readText(work, run, { run: run.row.id, ...item, item: name })) ?? ""
  const texts: Record<string, unknown> = {}
  for (const [name, source] of Object.entries(visit.inputs)) texts[name] = await readValue(work, run, source)
  return { results, commands, texts }
}

async function aboutQuestions(work: Work, run: RunWork): Promise<Partial<RunState>> {
  const { visit } = run
  if (visit === undefined) return {}
  const { step, round } = visit
  const [questions, dispatches] = await Promise.all([
    work.engine.store.questions({ run: run.row.id, step, round }),
    work.engine.store.dispatches(run.row.id, step, round),
  ])
  return { questions: questions.filter(({ withdrawn }) => withdrawn !== true), dispatches }
}
