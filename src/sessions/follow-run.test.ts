import { expect, test } from "vitest"
import type { PastVisit } from "../run/history/replay-visits.ts"
import { followRunSteps } from "./follow-run.ts"
import type { PlacedEvent } from "./steps/judge-steps.ts"

const steps = [
  { id: "look", kind: "do", title: "Look" },
  { id: "check", kind: "gate", title: "Check" },
  { id: "ask", kind: "ask", title: "Ask" },
  { id: "write", kind: "do", title: "Write" },
] as const

function visit(
  step: string,
  [entered, left]: readonly [number, number?],
  outcome?: PastVisit["outcome"],
  because?: string,
): PastVisit {
  return { step, round: 1, number: 1, entered, left, outcome, because, inputs: {}, total: 0, ok: 0, failed: 0 }
}
function call(at: number, command: string): PlacedEvent {
  return {
    kind: "call",
    file: "/t",
    line: at,
    at,
    tool: "Bash",
    action: "run",
    command,
    files: [],
    outcome: "ok",
    exit: 0,
  }
}
function judge(status: "running" | "done" | "failed", visits: readonly PastVisit[], events?: readonly PlacedEvent[]) {
  const run = { id: "r-22222222", status, step: "look" }
  return followRunSteps({ run, steps, visits, events }).map(({ step, verdict, why }) => `${step}: ${verdict}, ${why}`)
}

test("a step that was only reported is no evidence, what the record itself decides is done", () => {
  expect(
    judge("done", [visit("look", [1, 5], "ok"), visit("check", [5, 6], "ok"), visit("ask", [6, 9], "ok")]),
  ).toEqual([
    "look: no-evidence, reported ok; no transcript of the session that reported it was found",
    "check: done, decided from evidence: ok",
    "ask: done, a person answered: ok",
    "write: no-evidence, it is not on the path that this run took",
  ])
})

test("a reported step is done if a transcript shows a call between its directive and its report", () => {
  const visits = [visit("look", [1, 5], "ok"), visit("write", [5, 9], "ok")]
  const own = call(7, "npx skillet run report r-22222222 --step write --outcome ok")
  expect(judge("done", visits, [call(3, "ls"), own, call(20, "ls")])).toEqual([
    "look: done, reported ok, after 1 tool call",
    "check: no-evidence, it is not on the path that this run took",
    "ask: no-evidence, it is not on the path that this run took",
    "write: no-evidence, reported ok, without a tool call between its directive and its report",
  ])
})

test("what failed, was skipped, or was not reached is not done", () => {
  expect(
    judge("failed", [visit("look", [1, 5], "skip", "no time"), visit("check", [5, 6], "fail", "2 issues")]),
  ).toEqual([
    "look: not-done, it was skipped: no time",
    "check: not-done, it failed: 2 issues",
    "ask: not-done, the run ended before it (failed)",
    "write: not-done, the run ended before it (failed)",
  ])
  expect(judge("running", [visit("look", [1])])[0]).toBe("look: not-done, the run is waiting for it")
})
