import { SkilletError } from "../problem/failure.ts"
import { toVisibleLine } from "../text/escape-hidden.ts"
import { quoteForShell } from "../text/quote-for-shell.ts"
import type { PhaseAttempt } from "./units.ts"

/** An agent's work is not accepted yet, and the job does not continue. */
export function blockedError(
  jobId: string,
  works: readonly { readonly work: PhaseAttempt; readonly wrong: readonly string[] }[],
): SkilletError {
  const lines = works.map(
    ({ work: { file, agent, unit, attempt }, wrong }) =>
      `BLOCKED: ${file} of agent '${agent}' (phase ${unit.id}, attempt ${attempt}): ${wrong.join("; ")}`,
  )
  return new SkilletError("composite.blocked", lines.join("\n"), {
    retry: "later",
    next: `have the agent write the file as its prompt says (skillet orchestrate resume ${jobId} prints it again), then run: skillet orchestrate advance ${jobId}`,
  })
}

/** An agent is not asked while a file that it must read is missing. */
export function missingContextError(jobId: string, phase: string, wrong: readonly string[]): SkilletError {
  const message = `BLOCKED: phase ${phase} cannot start: ${wrong.join("; ")}`
  return new SkilletError("composite.context-missing", message, {
    retry: "no",
    next: `skillet orchestrate resume ${jobId} restores the files from the recorded data`,
  })
}

/** A run of something else. */
export function notAJob(id: string): SkilletError {
  return new SkilletError("composite.not-a-job", `run ${id} is not a job of a composite skill`, {
    retry: "no",
    next: `skillet run show ${id} shows the run, and skillet orchestrate list the jobs`,
  })
}

/** No file of that phase, or of that attempt, was verified. */
export function noMemoryError(id: string, phase: string): SkilletError {
  return new SkilletError("composite.no-memory", `job ${id} has no verified memory file of phase "${phase}"`, {
    retry: "no",
    next: `skillet orchestrate show ${id} lists its phases, and how often each was attempted`,
  })
}

/** There is nothing of that id. A task's id says that it is one. */
export function noSuchJob(id: string): SkilletError {
  const isTask = id.startsWith("t-")
  return new SkilletError("composite.no-such-job", isTask ? `${id} is a task, not a job` : `there is no job "${id}"`, {
    retry: "no",
    next: isTask ? `skillet task show ${id} shows the task` : "skillet orchestrate list shows the jobs",
  })
}

/** Completion is refused while an output is missing. */
export function incompleteJobError(id: string, missing: readonly string[]): SkilletError {
  return new SkilletError(
    "composite.incomplete",
    `job ${id} cannot be completed: nothing is recorded for ${missing.join(", ")}`,
    {
      retry: "no",
      next: `skillet orchestrate show ${id}`,
    },
  )
}

/** A session that is one of our jobs must have thought a request through. */
export function noReasoningError(id: string): SkilletError {
  return new SkilletError("composite.no-reasoning", `job ${id} did not think a request through`, {
    retry: "no",
    next: "leave out --reasoning-session, or use --reason to think the request through first",
  })
}

export function unfinishedReasoningError(id: string, isRunning: boolean): SkilletError {
  const why = isRunning ? "has not finished its reasoning" : "ended without success, so it chose nothing"
  return new SkilletError("composite.no-reasoning", `job ${id} ${why}`, {
    retry: isRunning ? "later" : "no",
    next: isRunning ? `skillet orchestrate resume ${id} prints what is left to do` : `skillet orchestrate show ${id}`,
  })
}

export function noRequestError(session: string): SkilletError {
  return new SkilletError(
    "composite.no-request",
    `there is no request: session ${session} is not a job of this machine`,
    {
      retry: "no",
      next: "give the request too: skillet orchestrate 'REQUEST' --reasoning-session ID",
    },
  )
}

export function otherRequestError(session: string): SkilletError {
  return new SkilletError("composite.other-request", `job ${session} thought about another request`, {
    retry: "no",
    next: "leave out the request to continue with that one, or leave out --reasoning-session",
  })
}

/** A job is not started if its checks could never run: its agents would work for nothing. */
export function uncheckableError(
  skill: { readonly name: string; readonly ref: string },
  command: string,
): SkilletError {
  const message = `a check of ${skill.name} could never run in this job, because the skill is not approved: ${toVisibleLine(command)}`
  return new SkilletError("composite.uncheckable", message, {
    retry: "no",
    next: `approve it first with skillet trust add ${quoteForShell(skill.ref)}, or allow the command for this job with --allow`,
  })
}
