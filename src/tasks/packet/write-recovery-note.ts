import { quoteMessage } from "../messages/quote-message.ts"
import type { Task } from "../model.ts"
import { formatStatus } from "../task-status.ts"

/** How much of the log of a dead agent its successor gets. */
const RECOVERY_LINES = 200

/** What an agent gets that takes over from one that died. The log is quoted, because others wrote it. */
export function writeRecoveryNote(task: Task | undefined, log: readonly string[]): string {
  const shown = log.slice(-RECOVERY_LINES)
  return [
    "## Recovery",
    "The process that worked on this before you ended without an answer. Parts of its work may exist.",
    "Check the code first: see what was changed, what is finished and what is broken. Then continue from there.",
    ...(task === undefined ? [] : [`Task ${task.id} is ${formatStatus(task.status)}.`]),
    ...(shown.length === 0
      ? ["It left no log."]
      : [
          shown.length === 1 ? "The last line of its log:" : `The last ${shown.length} lines of its log:`,
          quoteMessage(shown.join("\n")),
        ]),
  ].join("\n\n")
}
