import { expect, test } from "vitest"
import { makeSchedule } from "../../../test/schedules/sample-schedule.ts"
import type { Due } from "../schedule.ts"
import { addRound, planRound, readRoundAnswer } from "./plan-round.ts"

const last = { state: "ran", made: 1000, ended: 10_000, why: undefined } as const
const answer = { next_seconds: 300, reason: "the build takes five minutes", noop: false, stop: false }

test("the next round is due after the delay that the last one named, counted from its end", () => {
  expect(planRound(last, answer)).toEqual({ kind: "next", at: 310_000, why: "the build takes five minutes" })
})

test.each([
  [5, 60],
  [99_999, 3600],
])("a delay of %d s becomes %d s, and the reason says so", (asked, seconds) => {
  expect(planRound(last, { ...answer, next_seconds: asked, noop: true })).toEqual({
    kind: "next",
    at: 10_000 + seconds * 1000,
    why: `nothing to do: the build takes five minutes (${asked} s was asked for, ${seconds} s is allowed)`,
  })
})

test("a round that says stop ends the loop, with or without a delay", () => {
  expect(planRound(last, { ...answer, stop: true })).toEqual({ kind: "stop", why: "the build takes five minutes" })
  expect(readRoundAnswer('{"stop": true, "reason": "done"}')).toEqual({
    next_seconds: 0,
    reason: "done",
    noop: false,
    stop: true,
  })
})

test("after a round that failed or gave no delay, the longest one is taken", () => {
  expect(planRound({ ...last, state: "failed" }, undefined)).toMatchObject({ at: 3_610_000 })
  expect(planRound(last, readRoundAnswer("I am done"))).toMatchObject({ at: 3_610_000 })
  expect([undefined, "null", "[]", '{"next_seconds": "soon"}'].map(readRoundAnswer)).toEqual(Array(4).fill(undefined))
})

test("a stop wins: a loop that was deleted, paused or has ended in the meantime gets no further round", () => {
  const schedule = makeSchedule("s-1", { cron: "@daily", from: 0 })
  const ran: Due = {
    ...last,
    schedule: "s-1",
    at: 0,
    cause: "first",
    isCatchUp: false,
    epoch: 1,
    cost: 0,
    isTold: false,
  }
  const round = { plan: planRound(last, answer), last: ran, isNoop: true, now: 20_000 }
  const seen = { schedule, open: [], totals: { started: 1, cost: 0 } }
  expect(addRound(seen, round)).toMatchObject({ add: [{ at: 310_000, cause: "paced", state: "due" }], noop: 0 })
  for (const status of ["deleted", "paused", "ended"] as const)
    expect(addRound({ ...seen, schedule: { ...schedule, status } }, round)).toBeUndefined()
  expect(addRound({ ...seen, open: [{ ...ran, state: "due" }] }, round)).toBeUndefined()
})
