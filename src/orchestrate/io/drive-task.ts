import { blockedError, missingContextError } from "../task-errors.ts"
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
import { openTask, type CompositeTask } from "./open-task.ts"
import { makeOwnAnswer, settleTask } from "./settle-task.ts"
import { missingFor, renewContext } from "./task-context.ts"

export interface DriveTask {
  readonly task: string
  readonly driver: AgentDriver
  readonly atOnce?: number | undefined
  readonly signal?: AbortSignal
  readonly progress?: (at: Progress) => void
}

/** Lets agents do the phases of a job until it ends or a person is asked. */
export async function driveTask(
  skillet: Session,
  runs: Runs,
  { task: run, driver, ...how }: DriveTask,
): Promise<CompositeTask> {
  const driven = await driveRun(skillet, runs, {
    run,
    ...how,
    driver: taskDriver(runs, driver, openClassifier(skillet, runs)),
    through: ADVANCE,
  })
  if ("waitsFor" in driven) throw stalledError(run, driven.waitsFor)
  const task = await settleTask(runs, run, skillet.options)
  await renewContext(task)
  return task
}

/**
 * A driver that does Skillet's own steps itself and answers for an agent only with a verified memory file. An existing
 * file of this attempt counts: an agent that was stopped after writing it is not asked again. The domain is asked of
 * the model that the settings name, no matter which agents do the phases.
 */
function taskDriver(runs: Runs, agents: AgentDriver, classifier: AgentDriver): AgentDriver {
  const refused = new Map<string, string>()
  return {
    name: agents.name,
    async ask(request, signal, heard) {
      if (request.key.step === domainSteps.ask) return classifier.ask(request, signal, heard)
      const task = await openTask(runs, request.key.run)
      const work = await findAttempt(runs, task, request.key)
      if (work === undefined) return { text: (await makeOwnAnswer(task)) ?? "" }
      const before = verify(task, work)
      if ("record" in before) return { text: JSON.stringify(before.record), usage: agents.paidFor?.(request) }
      const missing = missingFor(task, work.unit)
      if (missing.length > 0) throw missingContextError(task.task, work.unit.id, missing)
      await renewContext(task)
      const key = JSON.stringify(request.key)
      const answer = await agents.ask(withRefusal(request, refused.get(key)), signal, heard)
      const after = handedIn(task, work, answer)
      if ("record" in after) return { ...answer, text: JSON.stringify(after.record) }
      const failure = blockedError(task.task, [after])
      refused.set(key, failure.message)
      throw toAgentFailure(failure).having({ usage: answer.usage })
    },
  }
}

async function findAttempt({ engine }: Runs, task: CompositeTask, key: ItemKey): Promise<PhaseAttempt | undefined> {
  const { run, step, round, item } = key
  const now = task.run.visit
  const isNow = now?.step === step && now.round === round
  const visit = isNow ? now : await openHistory(engine.store).visit(run, step, round)
  return findPhaseAttempt(task, { step, round, item, entered: visit?.entered ?? 0 })
}

function verify(task: CompositeTask, work: PhaseAttempt): Verified {
  return verifyWork(work, task.files.read(work.file), task)
}

/** If an agent cannot write files, it may answer with the memory file itself, which is then written for it. */
function handedIn(task: CompositeTask, work: PhaseAttempt, answer: AgentAnswer): Verified {
  const written = verify(task, work)
  if ("record" in written) return written
  const said = verifyWork(work, { kind: "read", text: answer.text, changed: work.since }, task)
  if ("wrong" in said) return written
  task.files.write(work.file, answer.text)
  return said
}

function withRefusal(request: AgentRequest, why: string | undefined): AgentRequest {
  // The schema describes the record, which is made here.
  const asked = { ...request, schema: undefined }
  if (why === undefined) return asked
  return { ...asked, prompt: `${request.prompt}\n\nYOUR LAST ATTEMPT WAS REFUSED. Write the file again:\n${why}` }
}
