import { SkilletError } from "../problem/failure.ts"
import type { PhaseAttempt } from "./units.ts"

/** An agent's work is not accepted yet, and the task does not continue. */
export function blocked(
  task: string,
  works: readonly { readonly work: PhaseAttempt; readonly wrong: readonly string[] }[],
): SkilletError {
  const lines = works.map(
    ({ work: { file, agent, unit, attempt }, wrong }) =>
      `BLOCKED: ${file} of agent '${agent}' (phase ${unit.id}, attempt ${attempt}): ${wrong.join("; ")}`,
  )
  return new SkilletError("composite.blocked", lines.join("\n"), {
    retry: "later",
    next: `have the agent write the file as its prompt says (skillet orchestrate resume ${task} prints it again), then run: skillet orchestrate advance ${task}`,
  })
}

/** An agent is not asked while a file that it must read is missing. */
export function contextMissing(task: string, phase: string, wrong: readonly string[]): SkilletError {
  const message = `BLOCKED: phase ${phase} cannot start: ${wrong.join("; ")}`
  return new SkilletError("composite.context-missing", message, {
    retry: "no",
    next: `skillet orchestrate resume ${task} restores the files from the recorded data`,
  })
}

export function notATask(id: string): SkilletError {
  return new SkilletError("composite.not-a-task", `run ${id} is not a task of a composite skill`, {
    retry: "no",
    next: "skillet orchestrate list shows the tasks",
  })
}

/** Completion is refused while an output is missing. */
export function incomplete(id: string, missing: readonly string[]): SkilletError {
  return new SkilletError("composite.incomplete", `task ${id} has no output of step ${missing.join(", ")}`, {
    retry: "no",
    next: `skillet orchestrate show ${id}`,
  })
}
