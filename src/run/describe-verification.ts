import { formatCount } from "../text/format-count.ts"
import type { Verification, VerifiedGate } from "./verify-run.ts"

/** What a verification showed, and what it did not: in one line, without the run's id. */
export function describeVerification(verification: Verification): string {
  return verification.holds ? describeIntact(verification) : describeBroken(verification)
}

function describeIntact({ gates }: Verification): string {
  if (gates.length === 0) return "the record is consistent; no gate was passed, so there was nothing to run again"
  const [person, proven] = [gates.filter(isPassedByPerson), gates.filter((gate) => !isPassedByPerson(gate))]
  const passed =
    person.length === 0 ? "" : `${formatCount(person.length, "gate")} passed by a person despite open issues`
  return [consistent(proven), passed, describeRepeated(gates)].filter((part) => part !== "").join("; ")
}

function consistent(gates: readonly VerifiedGate[]): string {
  if (gates.length === 0) return ""
  return `${formatCount(gates.length, "recorded gate")} ${gates.length === 1 ? "is" : "are"} consistent`
}

/** Only what was run again shows that it still passes. */
function describeRepeated(gates: readonly VerifiedGate[]): string {
  const recorded = gates.reduce((sum, { checks }) => sum + checks.recorded, 0)
  const again = gates.reduce((sum, { checks }) => sum + checks.again, 0)
  if (recorded === 0) return "they have no commands that could be run again"
  if (again === 0) return "nothing was run again; --again runs their commands"
  const result = `${formatCount(again, "check")} run again with the same result`
  return again === recorded ? result : `${result}, ${formatCount(recorded - again, "check")} not`
}

function describeBroken({ gates, history, replay, answers, queue, listing }: Verification): string {
  if (!history.holds) return "not verified: the history is not intact, so nothing derived from it was checked"
  const wrong = gates.filter(({ holds }) => !holds).length
  const parts = [replay, answers, queue, listing].filter(({ holds }) => !holds).length
  const gateText =
    wrong === 0
      ? []
      : [`${wrong} of ${formatCount(gates.length, "recorded gate")} ${wrong === 1 ? "does" : "do"} not hold`]
  const partText =
    parts === 0 ? [] : [`${formatCount(parts, "part")} of the record ${parts === 1 ? "is" : "are"} wrong`]
  return `not verified: ${[...gateText, ...partText].join("; ")}`
}

function isPassedByPerson({ overridden }: VerifiedGate): boolean {
  return overridden !== undefined
}
