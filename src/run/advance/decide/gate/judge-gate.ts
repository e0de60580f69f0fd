import { limitChoices } from "../../../../workflow/review-policy.ts"
import type { GateStep } from "../../../../workflow/workflow.ts"
import { addQuestions, type Draft, leave, noteVisit, stay } from "../draft.ts"
import type { Decided } from "../decision.ts"
import { type Examined, examineEvidence } from "./evidence.ts"
import type { GateAnswer } from "../../../model.ts"
import type { LoopState, AskedQuestion } from "../../../model.ts"
import { listFetched } from "./commands.ts"
import { removePassedGate } from "./passed-gates.ts"

export interface Seen {
  readonly texts: Readonly<Record<string, unknown>>
  /** The result of each item that the gate requested. */
  readonly answers: Readonly<Record<string, GateAnswer>>
}

export const FIRST_LOOP = { iteration: 1, failed: false, status: "none", granted: 0, mustOnly: false } as const

/** A gate's outcome follows from its evidence and cannot be reported. At the limit of a loop a person is asked. */
export function judgeGate(draft: Draft, step: GateStep, seen: Seen): Decided {
  const { visit } = draft
  const loop = visit.loop ?? { gate: step.id, ...FIRST_LOOP }
  const examined = examineAll(step, loop, seen)
  const isPassed = examined.every(({ holds }) => holds)
  const because = examined.map((one) => one.because).join("; ")
  const told: Draft = {
    ...draft,
    events: [
      ...draft.events,
      {
        kind: "gate",
        data: { step: step.id, round: visit.round, iteration: loop.iteration, passed: isPassed, because },
      },
    ],
  }
  const set = { because, evidence: JSON.stringify(examined) }
  if (isPassed) {
    const proven: Draft = { ...told, head: removePassedGate(told.head, step.id) }
    return leave(noteVisit(proven, { ...set, loop: { ...loop, status: "pass" } }), step, "ok")
  }
  const failed = noteVisit(told, { ...set, loop: { ...loop, status: "fail" } })
  if (step.loop === undefined || loop.iteration < step.loop.limit + loop.granted) return leave(failed, step, "fail")
  return stay(addQuestions(failed, [limitQuestion(failed, step, examined)]))
}

export function examineAll(step: GateStep, loop: LoopState, seen: Seen): readonly Examined[] {
  const items = new Map(listFetched(step).map(({ item, evidence }) => [evidence, item] as const))
  return step.evidence.map((evidence) => {
    const item = items.get(evidence as never)
    const answer = item === undefined ? undefined : seen.answers[item]
    return examineEvidence(evidence, { texts: seen.texts, iteration: loop.iteration, mustOnly: loop.mustOnly, answer })
  })
}

export const LIMIT_QUESTION = "limit"

function limitQuestion(draft: Draft, step: GateStep, examined: readonly Examined[]): AskedQuestion {
  const open = examined.flatMap(({ blocking = [] }) => blocking)
  const issues = open.slice(0, 10).map(({ category, text }) => `\n- [${category}] ${text}`)
  return {
    step: step.id,
    round: draft.visit.round,
    id: LIMIT_QUESTION,
    kind: "limit",
    text: `${step.title}: after ${draft.visit.loop?.iteration ?? 1} reviews it still does not pass. ${examined
      .filter(({ holds }) => !holds)
      .map(({ because }) => because)
      .join("; ")}.${issues.join("")}`,
    options: limitChoices,
    multiple: false,
    urgency: 100,
    asked: draft.at,
  }
}
