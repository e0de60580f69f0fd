import type { GateStep } from "../../../../workflow/workflow.ts"
import type { PassedGate, RunHead } from "../../../model.ts"
import type { Examined } from "./evidence.ts"

const PASSED = "passed with open issues by "

/** The note about a gate that a person passed although it had failed. */
export function writePassNote(by: string, reason: string | undefined): string {
  return `${PASSED}${by}${reason === undefined || reason.trim() === "" ? "" : `: ${reason.trim()}`}`
}

/** Whether a visit's gate was passed by a person instead of by evidence. */
export function isPassedByPerson(because: string | undefined): boolean {
  return because?.startsWith(PASSED) === true
}

/** The head of a run after a person passed a gate, with the issues that are open. */
export function addPassedGate<Head extends RunHead>(
  head: Head,
  gate: GateStep,
  { because, evidence }: { readonly because: string; readonly evidence: string | undefined },
): Head {
  const passed: PassedGate = { title: gate.title, because, open: listOpenIssues(evidence) }
  return { ...head, passed: { ...head.passed, [gate.id]: passed } }
}

/** The head of a run that passed a gate by its evidence. */
export function removePassedGate<Head extends RunHead>(head: Head, gate: string): Head {
  if (head.passed?.[gate] === undefined) return head
  const { [gate]: _gate, ...passed } = head.passed
  return { ...head, passed }
}

/** What a gate that did not pass found: the issues that block, and of any other evidence why it does not hold. */
export function listOpenIssues(evidence: string | undefined): readonly string[] {
  const examined = evidence === undefined ? [] : (JSON.parse(evidence) as readonly Examined[])
  return examined
    .filter(({ holds }) => !holds)
    .flatMap(({ blocking = [], because }) =>
      blocking.length === 0 ? [because] : blocking.map(({ category, text }) => `[${category}] ${text}`),
    )
}
