import { expect, test } from "vitest"
import { noon } from "../../test/schedules/sample-dues.ts"
import { decideDues } from "./decide-dues.ts"
import { DAY, HOUR, MINUTE } from "./durations.ts"
import { ON_TIME } from "./policy.ts"
import { misfires, type Policy } from "./schedule.ts"

const decide = (misfire: Policy["misfire"], late: number, more: { hasMore?: boolean; catchUpWithin?: number } = {}) => {
  const { hasMore = false, catchUpWithin = DAY } = more
  return decideDues({ misfire, catchUpWithin }, { times: [noon], hasMore, now: noon + late })[0]
}

test.each(misfires)("with misfire %s, what is late by no more than a tick counts as on time", (misfire) => {
  expect(decide(misfire, ON_TIME)).toEqual({
    at: noon,
    cause: "time",
    state: "due",
    why: undefined,
    isCatchUp: false,
  })
  expect(decide(misfire, ON_TIME + 1)?.isCatchUp).toBe(true)
})

test.each(misfires)("with misfire %s, what is on time runs, even if it is later than catch-up-within", (misfire) => {
  expect(decide(misfire, 2 * MINUTE, { catchUpWithin: MINUTE })?.state).toBe("due")
})

test("with skip, what was missed is skipped, and says so", () => {
  expect(decide("skip", 6 * MINUTE)).toMatchObject({
    state: "skipped",
    why: "missed by 6 min, and misfire is skip",
  })
})

test.each(["once", "all"] as const)("with %s, what was missed runs up to catch-up-within and not later", (misfire) => {
  expect(decide(misfire, HOUR, { catchUpWithin: HOUR })).toMatchObject({ state: "due", isCatchUp: true })
  expect(decide(misfire, HOUR + 1, { catchUpWithin: HOUR })).toMatchObject({
    state: "expired",
    why: "late by 60 min, and catch-up-within is 60 min",
  })
})

test.each([
  ["skip", "skipped"],
  ["once", "skipped"],
  ["all", "due"],
] as const)("with %s, one that is not the newest is %s, even if it is on time", (misfire, state) => {
  expect(decide(misfire, MINUTE, { hasMore: true })?.state).toBe(state)
})
