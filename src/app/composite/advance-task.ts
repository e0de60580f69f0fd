import { blocked } from "../../composite/blocked.ts"
import { verifyWork, workAt } from "../../composite/memory/verify-work.ts"
import { historyOf } from "../../run/history.ts"
import { awaitsAnswer } from "../../run/run-result.ts"
import type { SkilletOptions } from "../session/options.ts"
import type { Runs } from "../runs/open-runs.ts"
import type { CompositeTask } from "./open-task.ts"
import { renewContext, report, requireContext, settleTask } from "./settle-task.ts"

/**
 * Verifies the memory files of the current phase, and continues only if all of them are accepted. Accepted files are
 * reported immediately, so that no agent is asked twice.
 */
export async function advanceTask(runs: Runs, id: string, options: SkilletOptions): Promise<CompositeTask> {
  const task = await settleTask(runs, id, options)
  const { step, round } = task.run
  const entered = task.run.visit?.entered ?? 0
  const waiting = (await historyOf(runs.engine.store).dispatches(id, step, round)).filter(awaitsAnswer)
  const verified = waiting.flatMap(({ item }) => {
    const work = workAt(task, { step, round, entered, item })
    return work === undefined ? [] : [verifyWork(work, task.files.read(work.file), task)]
  })
  for (const one of verified)
    if ("record" in one)
      await report(runs, id, { step, round, item: one.record.branch ?? "-", text: JSON.stringify(one.record) })
  const wrong = verified.flatMap((one) => ("wrong" in one ? [one] : []))
  if (wrong.length > 0) throw blocked(id, wrong)
  const now = await settleTask(runs, id, options)
  renewContext(now)
  requireContext(now)
  return now
}
