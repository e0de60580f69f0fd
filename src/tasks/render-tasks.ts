import { formatCount } from "../text/format-count.ts"
import { toInlineText, toMentionName } from "./messages/inline-text.ts"
import type { Task } from "./model.ts"
import { readDepth } from "./task-order.ts"
import type { HiddenTasks, TaskPlace } from "./task-place.ts"
import { isClosed, formatStatus } from "./task-status.ts"

const MARK = "<-- CURRENT"

/**
 * How much of a tree is shown: everything that was loaded, closed sub-trees as counts, or only the path to the current
 * task.
 */
export type TreeDetail = "all" | "open" | "path"

/** Which tasks are shown with their ids. An agent needs those of open tasks, to change them. */
export type ShownIds = "open" | "all"

/** A checkbox tree; if there is a current task, exactly one line is marked as current. */
export function renderTasks(place: TaskPlace, detail: TreeDetail, ids: ShownIds = "open"): string {
  const { current, above, around, hidden } = place
  const path = new Set([...above.map(({ id }) => id), current?.id])
  const top = Math.min(...around.map(({ order }) => readDepth(order)))
  const closedAbove = new Set<string>()
  const lines: string[] = []
  for (const task of around) {
    if (detail === "path" && !path.has(task.id)) continue
    if (task.parent !== undefined && closedAbove.has(task.parent)) {
      closedAbove.add(task.id)
      continue
    }
    const collapses = detail !== "all" && isClosed(task.status) && task.children > 0
    if (collapses) closedAbove.add(task.id)
    const closedBelow = collapses ? countBelow(around, task) : undefined
    const indent = "    ".repeat(readDepth(task.order) - top)
    lines.push(`${indent}${renderTaskLine(task, { closedBelow, ids })}${task.id === current?.id ? `  ${MARK}` : ""}`)
    const rest = hidden[task.id]
    if (rest !== undefined && !collapses) lines.push(`${indent}    ${hiddenLine(rest)}`)
  }
  const roots = hidden[""]
  return [...lines, ...(roots === undefined ? [] : [hiddenLine(roots)])].join("\n")
}

export interface LineDetail {
  /** How many closed subtasks the line stands for. */
  readonly closedBelow?: number | undefined
  readonly ids?: ShownIds | undefined
}

/** `- [ ] t-7k3f9qxm: Add login endpoint (@backend, in review)` */
export function renderTaskLine(task: Task, { closedBelow, ids = "open" }: LineDetail = {}): string {
  const isDone = isClosed(task.status)
  const id = isDone && ids === "open" ? "" : `${task.id}: `
  const who = task.assignee === undefined ? [] : [`@${toMentionName(task.assignee)}`]
  const count = closedBelow === undefined ? [] : [formatCount(closedBelow, "subtask")]
  const state = task.status === "done" ? "completed" : formatStatus(task.status)
  return `- [${isDone ? "x" : " "}] ${id}${renderTitle(task)} (${[...who, state, ...count].join(", ")})`
}

/** A title is text that somebody typed: it stays on one line, and cannot claim to be the current task. */
export function renderTitle({ title }: Pick<Task, "title">): string {
  return toInlineText(title)
}

function countBelow(around: readonly Task[], { order }: Task): number {
  return around.filter((other) => other.order.startsWith(`${order}.`)).length
}

function hiddenLine({ closed, open }: HiddenTasks): string {
  const parts = [...(closed > 0 ? [`${closed} completed`] : []), ...(open > 0 ? [`${open} open`] : [])]
  return `- … ${parts.join(" and ")} not shown`
}
