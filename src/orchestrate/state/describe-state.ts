import { toVisibleLine } from "../../text/escape-hidden.ts"
import { formatCount } from "../../text/format-count.ts"
import type { OrchestrationState } from "./orchestration-state.ts"

/** The states of the protocol in the words of a person. JSON has the names that programs read. */
const sentences: Readonly<Record<string, string>> = {
  INITIALIZED: "not begun",
  GENERATE_TASK_ID: "the job gets its id",
  CLASSIFY_DOMAIN: "the domain of the request is decided",
  READ_SKILL: "the skill is read",
  CREATE_MEMORY: "the context that all agents read is written",
  TRIGGER_AGENTS: "agents work on the phases",
  COMPLETE_WORKFLOW: "the results are put together",
  COMPLETED: "completed",
  HALTED: "halted",
}

/** Where a job is, in one line. A phase counts as done when its memory file was verified. */
export function describeState({
  fsm,
  phases,
  questions,
}: Pick<OrchestrationState, "fsm" | "phases" | "questions">): string {
  const count = (status: string) => phases.filter((phase) => phase.status === status).length
  const skipped = count("skipped")
  const why = fsm.reason === undefined ? "" : `: ${toVisibleLine(fsm.reason)}`
  const done = `${count("completed")} of ${phases.length} phases done${skipped === 0 ? "" : `, ${skipped} skipped`}`
  const isWaiting = questions.length > 0 && !fsm.is_final
  const now = isWaiting
    ? `waiting for the answer to ${formatCount(questions.length, "question")}`
    : (sentences[fsm.state] ?? fsm.state)
  return `${now}${why} (${done})`
}

/** A step of the protocol by its number and name, in words. */
export function describeProtocolStep(state: string): string {
  return sentences[state] ?? state
}
