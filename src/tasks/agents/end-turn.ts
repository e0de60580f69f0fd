import type { Agent, AgentStatus, AgentWork, Task } from "../model.ts"
import type { AgentChange } from "../store.ts"

/** A turn ended. An agent that asked a person something is blocked until it is answered. */
export function endTurn(agent: Agent, status: AgentStatus, at: number): AgentChange {
  const isBlocked = status === "completed" && agent.question !== undefined
  const work: AgentWork | undefined = agent.work && { ...agent.work, worker: undefined }
  return { status: isBlocked ? "blocked" : status, work, updated: at }
}

/**
 * Whether a finished turn leaves its task for review: the work is done, and no subtask is open. An agent that is blocked
 * by its question has not finished.
 */
export function mayNeedReview(
  now: AgentStatus | undefined,
  task: Pick<Task, "status" | "children"> | undefined,
): boolean {
  return now === "completed" && task?.status === "active" && task.children === 0
}

/** What is recorded when a turn has ended, with the exit code of its process. */
export function writeEndNotes(ended: AgentStatus, now: AgentStatus | undefined) {
  if (ended === "failed") return { kind: "agent_failed", code: 1 } as const
  return { kind: now === "blocked" ? "agent_blocked" : "agent_completed", code: 0 } as const
}
