import { expect, test } from "vitest"
import { protocolSteps } from "../protocol.ts"
import { describeProtocolStep, describeState } from "./describe-state.ts"

const fsm = { current_step: 5, history: [], is_final: false, reason: undefined }
const phase = { id: "a", agent: "research", attempts: 1 } as const

test("where a job is, in words, with what was done and what was skipped", () => {
  const phases = (["completed", "skipped", "in_progress", "pending"] as const).map((status) => ({ ...phase, status }))
  expect([
    describeState({ fsm: { ...fsm, state: "TRIGGER_AGENTS" }, phases, questions: [] }),
    describeState({ fsm: { ...fsm, state: "TRIGGER_AGENTS" }, phases, questions: [{ id: "q1", text: "Which?" }] }),
    describeState({
      fsm: { ...fsm, state: "HALTED", reason: "b is\nstuck" },
      phases: phases.slice(0, 1),
      questions: [],
    }),
  ]).toEqual([
    "agents work on the phases (1 of 4 phases done, 1 skipped)",
    "waiting for the answer to 1 question (1 of 4 phases done, 1 skipped)",
    "halted: b is stuck (1 of 1 phases done)",
  ])
})

test("every step of the protocol has words for people", () => {
  expect(protocolSteps.filter(({ state }) => describeProtocolStep(state) === state)).toEqual([])
})
