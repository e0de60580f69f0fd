import { blockedError } from "../job-errors.ts"
import { planAdvance, findPhaseAttempt } from "../memory/verify-work.ts"
import type { PhaseAttempt } from "../units.ts"
import { listDispatches } from "../../run/model.ts"
import { isAwaitingAnswer } from "../../run/run-result.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import type { SkilletOptions } from "../../catalog/io/session/options.ts"
import { type Job, openJob } from "./open-job.ts"
import { reportVerified, settleOpened, toReport } from "./settle-job.ts"
import { renewContext, requireContext } from "./job-context.ts"

/**
 * The story of `orchestrate advance`: from memory files to the next directive.
 *
 * 1. The job is opened once. How many phases are done does not matter: nothing of them is read but their history, and
 *    what the next agent gets.
 * 2. What follows is decided from that and from the files (`planAdvance`), without reading or writing anything.
 * 3. All accepted files are one commit, with everything they lead to. They are reported even if other files are wrong,
 *    so that no agent is asked twice. Then the job continues only if no file is wrong.
 * 4. The directive is derived from what was committed; nothing is read again.
 */
export async function advanceJob(runs: Runs, id: string, options: SkilletOptions): Promise<Job> {
  const job = await settleOpened(runs, await openJob(runs, id), options)
  const waiting = await findWaiting(job)
  const found = waiting.map((work) => ({ work, file: job.files.read(work.file) }))
  const plan = planAdvance(found, job)
  const { step, round } = job.run
  const reports = plan.accepted.map(toReport)
  const reported = await reportVerified(runs, job, { step, round, reports })
  if (plan.blocked.length > 0) throw blockedError(id, plan.blocked)
  const now = await settleOpened(runs, reported, options)
  await renewContext(now)
  requireContext(now)
  return now
}

/** What the agents of the current phase that have not answered were asked. */
async function findWaiting(job: Job): Promise<readonly PhaseAttempt[]> {
  const { visit } = job.run
  if (visit === undefined || visit.total === 0) return []
  const { step, round, entered } = visit
  const dispatches = listDispatches(await job.pending.items.all(step, round)).filter(isAwaitingAnswer)
  return dispatches.flatMap(({ item }) => findPhaseAttempt(job, { step, round, entered, item }) ?? [])
}
