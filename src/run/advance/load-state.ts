import { findStep } from "../../workflow/workflow.ts"
import { joinOutcomes } from "./decide/decide-report.ts"
import type { RunEvent, DecidedState } from "./decide/event.ts"
import { type ItemRef, listResults } from "../model.ts"
import { readValues, type PendingRun } from "./pending-commit.ts"

/** The part of a run that deciding on an event needs. */
export async function loadState(run: PendingRun, event: RunEvent): Promise<DecidedState> {
  switch (event.kind) {
    case "report":
    case "error":
      return { run: run.run, ...(await aboutItem(run, event.item)) }
    case "answer":
    case "hold":
      return { run: run.run, items: await itemsHere(run) }
    case "enter":
    case "budget":
    case "tick":
    case "override":
    case "cancel":
      return { run: run.run }
  }
}

async function aboutItem(run: PendingRun, ref: ItemRef): Promise<Partial<DecidedState>> {
  const item = await run.items.one(ref)
  const { visit } = run.run
  const isHere = visit?.step === ref.step && visit.round === ref.round
  const status = item?.dispatch?.status
  const isOpen = status === "open" || status === "leased" || status === "held"
  return { item, ...(isHere && isOpen ? await whatOthersSaid(run, ref) : {}) }
}

/** The answers before the last one, which turns a fan-out into one value or lets a gate be judged. */
async function whatOthersSaid(run: PendingRun, ref: ItemRef): Promise<Partial<DecidedState>> {
  const { visit } = run.run
  const step = findStep(run.workflow, ref.step)
  if (visit === undefined || (step?.kind !== "gate" && step?.kind !== "fanout")) return {}
  const isLast = visit.ok + visit.failed + 1 >= visit.total
  if (step.kind === "fanout") {
    const maySettle = [
      { ...visit, ok: visit.ok + 1 },
      { ...visit, failed: visit.failed + 1 },
    ].some((then) => joinOutcomes(step.join, then) !== undefined)
    return maySettle && step.writes !== undefined ? { items: await run.items.all(ref.step, ref.round) } : {}
  }
  if (!isLast) return {}
  const results = listResults(await run.items.all(ref.step, ref.round))
  const said = await run.items.texts(results)
  const commands = Object.fromEntries(said.map(({ item, text = "" }) => [item, text]))
  return { commands, texts: await readValues(run, visit.inputs) }
}

async function itemsHere(run: PendingRun): Promise<DecidedState["items"]> {
  const { visit } = run.run
  return visit === undefined ? [] : run.items.all(visit.step, visit.round)
}
