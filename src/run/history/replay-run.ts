import { findNextStep } from "../../workflow/outcome.ts"
import { findStep, type Workflow } from "../../workflow/workflow.ts"
import { listEvents } from "../history.ts"
import type { Run } from "../model.ts"
import type { CommitRecord } from "../store.ts"
import { replayVisits } from "./replay-visits.ts"

/** Whether every transition of a run is in its definition: each visit led where its outcome leads. */
export function replayRun(
  workflow: Workflow,
  run: Run,
  records: readonly CommitRecord[],
): { readonly holds: boolean; readonly because?: string } {
  const visits = replayVisits(records, run.visit)
  const passed = passedGates(records)
  const rounds = new Map<string, number>()
  for (const [at, visit] of visits.entries()) {
    const round = (rounds.get(visit.step) ?? 0) + 1
    rounds.set(visit.step, round)
    const name = `${visit.step}, round ${visit.round},`
    if (visit.number !== at + 1 || visit.round !== round) return { holds: false, because: `${name} is out of order` }
    const before = visits[at - 1]
    const isNext = before === undefined ? isStart(workflow, visit.step) : before.onward?.step === visit.step
    if (!isNext) return { holds: false, because: `${name} does not match the recorded order` }
    const step = findStep(workflow, visit.step)
    const { outcome, onward } = visit
    if (step === undefined) return { holds: false, because: `${name} is not a step of ${workflow.name}` }
    if (outcome === undefined || onward === undefined) continue
    const gate = passed.get(`${visit.step}/${visit.round}`)
    const over = gate === undefined ? undefined : findNextStep(findStep(workflow, gate)?.next ?? {}, "ok")
    const lawful = [findNextStep(step.next, outcome), step.onError, over].flatMap((to) => [
      to,
      findStep(workflow, to ?? "")?.cheaper,
    ])
    if (!lawful.includes(onward.step))
      return { holds: false, because: `${name} went to ${onward.step}, but ${outcome} does not lead there` }
  }
  return { holds: true }
}

function isStart(workflow: Workflow, step: string): boolean {
  return step === workflow.start || step === findStep(workflow, workflow.start)?.cheaper
}

/** At which visit a person passed which gate. */
function passedGates(records: readonly CommitRecord[]): ReadonlyMap<string, string> {
  const passed = new Map<string, string>()
  for (const { kind, data } of listEvents(records)) {
    if (kind !== "override") continue
    const { gate, from } = data as { gate: string; from: { step: string; round: number } }
    passed.set(`${from.step}/${from.round}`, gate)
  }
  return passed
}
