import type { ItemKey } from "../../ports/agent-driver.ts"
import type { Dispatch } from "../model.ts"
import type { RunHistory } from "../store.ts"
import { dispatchesIn, type RunWork } from "./work.ts"

/** Whether what may be claimed of a run is in the queue, and nothing else of it is. */
export async function verifyQueue(
  store: Pick<RunHistory, "queued">,
  { run, items }: RunWork,
): Promise<{ readonly holds: boolean; readonly because?: string }> {
  const { visit } = run
  const asked = visit === undefined ? [] : dispatchesIn(await items.all(visit.step, visit.round))
  const wanted = run.status === "running" ? asked.filter(isClaimable).map(keyText) : []
  const queued = (await store.queued(run.root)).filter((key) => key.run === run.id).map(keyText)
  const missing = wanted.find((key) => !queued.includes(key))
  if (missing !== undefined) return { holds: false, because: `${missing} is asked for and not in the queue` }
  const extra = queued.find((key) => !wanted.includes(key))
  return extra === undefined ? { holds: true } : { holds: false, because: `${extra} is in the queue and not asked for` }
}

/** Only what may be claimed, or is, is in the queue. What a child run answers is never claimed. */
export function isClaimable({ status, ask }: Pick<Dispatch, "status" | "ask">): boolean {
  return (status === "open" || status === "leased") && ask.kind !== "run"
}

function keyText({ run, step, round, item }: ItemKey): string {
  return [run, step, round, item].join("/")
}
