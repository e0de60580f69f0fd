import { findRun } from "../run/engine.ts"
import { openHistory, type PastEvent } from "../run/history.ts"
import type { Runs } from "../run/io/open-runs.ts"

const LONGEST_REASON = 500

/** The events of a run. The reason of a failed report is its output, so it is added. */
export async function readRunEvents(
  { engine }: Runs,
  id: string,
  { after, most }: { readonly after?: number | undefined; readonly most?: number | undefined },
): Promise<readonly PastEvent[]> {
  await findRun(engine, id)
  const history = openHistory(engine.store)
  const kept = await history.events(id, after, most)
  return Promise.all(kept.map(async (event) => ({ ...event, data: await withReason(event.data) })))

  async function withReason(data: PastEvent["data"]): Promise<PastEvent["data"]> {
    const { step, round, item, outcome } = data
    if (outcome !== "fail" || typeof step !== "string" || typeof round !== "number" || typeof item !== "string")
      return data
    const text = await history.text({ run: id, step, round, item })
    return text === undefined || text.trim() === "" ? data : { ...data, reason: text.trim().slice(0, LONGEST_REASON) }
  }
}
