import { blockedError, missingContextError } from "../job-errors.ts"
import { ADVANCE } from "../composite.ts"
import { domainSteps } from "../domain/domain-steps.ts"
import { type Verified, verifyWork, findPhaseAttempt } from "../memory/verify-work.ts"
import type { PhaseAttempt } from "../units.ts"
import type { AgentAnswer, AgentDriver, AgentRequest, ItemKey } from "../../agents/agent-driver.ts"
import { toAgentFailure } from "../../agents/agent-failure.ts"
import type { Progress } from "../../run/drive/drive-settings.ts"
import { stalledError } from "../../run/drive/find-what-waits.ts"
import { openHistory } from "../../run/history.ts"
import { driveRun } from "../../run/io/drive-run.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { openClassifier } from "./ask-domain.ts"
import { openJob, type Job } from "./open-job.ts"
import { makeOwnAnswer, readKeptBranches, settleJob } from "./settle-job.ts"
import { findContextFaults, renewContext, restoreFiles } from "./job-context.ts"

export interface JobDriving {
  readonly jobId: string
  readonly driver: AgentDriver
  readonly atOnce?: number | undefined
  readonly signal?: AbortSignal
  readonly progress?: (at: Progress) => void
}

/** Lets agents do the phases of a job until it ends or a person is asked. */
export async function driveJob(skillet: Session, runs: Runs, { jobId: run, driver, ...how }: JobDriving): Promise<Job> {
  const driven = await driveRun(skillet, runs, {
    run,
    ...how,
    driver: openJobDriver(runs, driver, { classifier: openClassifier(skillet, runs), restores: false }),
    through: ADVANCE,
  })
  if ("waitsFor" in driven) throw stalledError(run, driven.waitsFor)
  const job = await settleJob(runs, run, skillet.options)
  await renewContext(job)
  return job
}

/** The driver of a worker for jobs. What other workers left in their checkouts is written here from what was recorded. */
export function openJobWorker(
  skillet: Session,
  runs: Runs,
  agents: AgentDriver,
): Readonly<Record<string, AgentDriver>> {
  const classifier = openClassifier(skillet, runs)
  return { [ADVANCE]: openJobDriver(runs, agents, { classifier, restores: true }) }
}

interface JobDriverOptions {
  readonly classifier: AgentDriver
  /** Whether files that the agents of a phase need may be somewhere else. */
  readonly restores: boolean
}

/**
 * A driver that does Skillet's own steps itself and answers for an agent only with a verified memory file. An existing
 * file of this attempt counts: an agent that was stopped after writing it is not asked again. The domain is asked of
 * the model that the settings name, no matter which agents do the phases.
 */
function openJobDriver(runs: Runs, agents: AgentDriver, { classifier, restores }: JobDriverOptions): AgentDriver {
  const refused = new Map<string, string>()
  return {
    name: agents.name,
    isElsewhere: agents.isElsewhere,
    told: agents.told,
    async ask(request, signal, heard) {
      if (request.key.step === domainSteps.ask) return classifier.ask(request, signal, heard)
      const job = await openJob(runs, request.key.run)
      const work = await findAttempt(runs, job, request.key)
      if (work === undefined) return { text: (await makeOwnAnswer(job)) ?? "" }
      const kept = (await readKeptBranches(job, request.key)).find(({ branch }) => branch === work.branch)
      if (kept !== undefined) return { text: JSON.stringify(kept) }
      const before = verify(job, work)
      if ("record" in before) return { text: JSON.stringify(before.record), usage: agents.paidFor?.(request) }
      if (restores) await restoreFiles(job)
      const missing = findContextFaults(job, work.unit)
      if (missing.length > 0) throw missingContextError(job.jobId, work.unit.id, missing)
      await renewContext(job)
      const key = JSON.stringify(request.key)
      const answer = await agents.ask(withRefusal(request, refused.get(key)), signal, heard)
      const after = takeMemoryFile(job, work, answer)
      if ("record" in after) return { ...answer, text: JSON.stringify(after.record) }
      const failure = blockedError(job.jobId, [after])
      refused.set(key, failure.message)
      throw toAgentFailure(failure).having({ usage: answer.usage })
    },
  }
}

async function findAttempt({ engine }: Runs, job: Job, key: ItemKey): Promise<PhaseAttempt | undefined> {
  const { run, step, round, item } = key
  const now = job.run.visit
  const isNow = now?.step === step && now.round === round
  const visit = isNow ? now : await openHistory(engine.store).visit(run, step, round)
  return findPhaseAttempt(job, { step, round, item, entered: visit?.entered ?? 0 })
}

function verify(job: Job, work: PhaseAttempt): Verified {
  return verifyWork(work, job.files.read(work.file), job)
}

/** If an agent cannot write files, it may answer with the memory file itself, which is then written for it. */
function takeMemoryFile(job: Job, work: PhaseAttempt, answer: AgentAnswer): Verified {
  const written = verify(job, work)
  if ("record" in written) return written
  const said = verifyWork(work, { kind: "read", text: answer.text, changed: work.since }, job)
  if ("wrong" in said) return written
  job.files.write(work.file, answer.text)
  return said
}

function withRefusal(request: AgentRequest, why: string | undefined): AgentRequest {
  // The schema describes the record, which is made here.
  const asked = { ...request, schema: undefined }
  if (why === undefined) return asked
  return { ...asked, prompt: `${request.prompt}\n\nYOUR LAST ATTEMPT WAS REFUSED. Write the file again:\n${why}` }
}
