import { SkilletError } from "../problem/failure.ts"
import type { Task, TaskStatus } from "./model.ts"
import type { TaskResult } from "./store.ts"

/** From each status to those that may follow. A task that ended can be reopened, which its history shows. */
const transitions: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  pending: ["active", "blocked", "in_review", "done", "failed", "cancelled"],
  active: ["pending", "blocked", "in_review", "done", "failed", "cancelled"],
  blocked: ["pending", "active", "in_review", "done", "failed", "cancelled"],
  in_review: ["active", "blocked", "done", "failed", "cancelled", "pending"],
  done: ["pending", "active"],
  failed: ["pending", "active", "cancelled"],
  cancelled: ["pending"],
}

const closed: readonly TaskStatus[] = ["done", "failed", "cancelled"]

export function isClosed(status: TaskStatus): boolean {
  return closed.includes(status)
}

/** Why a task cannot get this status, or undefined. Setting its current status changes nothing and is fine. */
export function findStatusFault(from: TaskStatus, to: TaskStatus): string | undefined {
  if (from === to || transitions[from].includes(to)) return undefined
  return `a task that is ${formatStatus(from)} cannot become ${formatStatus(to)}; from there it can become ${transitions[from].map(formatStatus).join(", ")}`
}

/** Why a task cannot be open below another one, or undefined: a done task has no open tasks below it. */
export function findParentFault(
  above: Pick<Task, "id" | "status"> | undefined,
  status: TaskStatus,
): string | undefined {
  if (above === undefined || !isClosed(above.status) || isClosed(status)) return undefined
  return `the task above it, ${above.id}, is ${formatStatus(above.status)}, so it cannot become ${formatStatus(status)}`
}

export function formatStatus(status: TaskStatus): string {
  return status.replace("_", " ")
}

/** The task after a change; undefined if it does not exist. Throws if the change was refused. */
export function requireChanged(result: TaskResult, id: string): Task | undefined {
  switch (result.kind) {
    case "missing":
      return undefined
    case "changed":
      return result.task
    case "refused":
      throw new SkilletError("task.refused", result.why, {
        retry: "no",
        next: `skillet task show ${id} prints its subtasks`,
      })
  }
}
