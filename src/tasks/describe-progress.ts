import { toInlineText, toMentionName } from "./messages/inline-text.ts"
import { type Task, wakeRoles } from "./model.ts"
import { stemWords } from "./numbered-title.ts"
import type { TaskPlace } from "./task-place.ts"
import { formatStatus } from "./task-status.ts"

/** Where the tasks beside the current one are. */
export interface TaskProgress {
  /** "implementation is complete, spec review is in progress; next: code quality review" */
  readonly text: string
  /** Whether those tasks are the stages of the task above, such as its implementation and its reviews. */
  readonly isStage: boolean
  readonly next?: Task | undefined
}

/** Undefined if the current task has no others beside it. */
export function describeProgress({ current, around }: TaskPlace): TaskProgress | undefined {
  if (current === undefined) return undefined
  const beside = around.filter(({ parent }) => parent === current.parent)
  if (beside.length < 2) return undefined
  const isStage = current.parent !== undefined && beside.some(isRoleStage)
  const name = (task: Task) => (isStage ? toStageName(task) : `"${toInlineText(task.title, SHORT)}"`)
  const ended = beside.filter(({ id, status }) => id !== current.id && (status === "done" || status === "failed"))
  const next = beside.find(({ order, status }) => order > current.order && status === "pending")
  const before =
    ended.length > MOST_NAMED
      ? [`${ended.length} of ${beside.length} are complete or failed`]
      : ended.map((task) => `${name(task)} ${states[task.status]}`)
  const now = `${name(current)} ${states[current.status]}${nameWorker(current)}`
  const then = next === undefined ? "" : `; next: ${name(next)}`
  return { text: `${[...before, now].join(", ")}${then}`, isStage, next }
}

const SHORT = 100
const MOST_NAMED = 3

const states: Readonly<Record<Task["status"], string>> = {
  pending: "is not started",
  active: "is in progress",
  blocked: "is blocked",
  in_review: `is ${formatStatus("in_review")}`,
  done: "is complete",
  failed: "failed",
  cancelled: "was cancelled",
}

function nameWorker({ assignee }: Task): string {
  return assignee === undefined ? "" : ` (@${toMentionName(assignee)})`
}

/** "Spec review" is what a `spec-reviewer` does. */
function isRoleStage({ title }: Task): boolean {
  const words = stemWords(title)
  return words.size <= MOST_WORDS && roleWords.some((role) => [...role].every((word) => words.has(word)))
}

const MOST_WORDS = 4
const roleWords = wakeRoles
  .filter((role) => role !== "orchestrator" && role !== "agent")
  .map((role) => stemWords(role.replaceAll("-", " ")))

/** "Spec review" in the middle of a sentence; "API review" stays as it is. */
function toStageName({ title }: Task): string {
  const name = toInlineText(title, SHORT)
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
