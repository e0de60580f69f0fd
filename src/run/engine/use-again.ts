import type { NewDispatch } from "../../ports/run-store.ts"
import { decide } from "../decide/decide.ts"
import type { Decided } from "../decide/decision.ts"
import type { RunEvent } from "../decide/event.ts"
import { stateFor } from "./state-for.ts"
import { absorb, type RunWork, type Work } from "./work.ts"

/**
 * A run that was forked from another takes over its answers to the very same questions, one after another, in the commit in
 * which they are asked. Gives the last decision while that leads on.
 */
export async function useAgain(work: Work, run: RunWork, decided: Decided): Promise<Decided | undefined> {
  const { source, renew = [] } = run.row
  const { visit } = decided
  if (source === undefined || visit === undefined || renew.includes(visit.step)) return undefined
  const { store } = work.engine
  const known = await store.results(source, visit.step, visit.round)
  let last: Decided | undefined
  for (const change of decided.changes) {
    if (change.kind !== "dispatch") continue
    const old = known.find(({ item, inputs }) => item === change.dispatch.item && inputs === change.dispatch.inputs)
    if (old === undefined || !isWorthTaking(change.dispatch)) continue
    if (last !== undefined) absorb(work, run, last)
    const text = await store.text({ run: source, step: old.step, round: old.round, item: old.item })
    const { step, round, item } = change.dispatch
    const event: RunEvent = {
      kind: "report",
      at: work.at,
      item: { step, round, item },
      outcome: old.outcome,
      by: old.by,
      reused: source,
      ...(text === undefined ? {} : { text }),
    }
    const again = decide(run.workflow, await stateFor(work, run, event), event)
    if (again.kind !== "decided") continue
    last = again
    if (again.goto !== undefined) break
  }
  return last
}

/** What a shell said yesterday is no evidence today. */
function isWorthTaking({ ask }: NewDispatch): boolean {
  return ask.kind !== "command"
}
