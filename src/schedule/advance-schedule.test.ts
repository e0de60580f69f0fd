import { expect, test } from "vitest"
import { makeDue, makeHourly, noon, now, see } from "../../test/schedules/sample-dues.ts"
import { makeSchedule } from "../../test/schedules/sample-schedule.ts"
import { advanceSchedule, endSchedule, findQuietSince, isQuiet, mayAdvance } from "./advance-schedule.ts"
import { DAY, HOUR, MINUTE } from "./durations.ts"
import type { Schedule } from "./schedule.ts"

/** Nothing of it is due at `now`. */
const resting = (policy: Partial<Schedule["policy"]> = {}): Schedule => makeHourly(policy, noon)
const once = (at: number, next: number | undefined, policy: Partial<Schedule["policy"]> = {}): Schedule => ({
  ...resting(policy),
  times: { kind: "once", at, zone: "UTC" },
  next,
})

test("there may be something to do from the moment that a due time comes", () => {
  expect(mayAdvance({ ...resting(), next: now + 1 }, now)).toBe(false)
  expect(mayAdvance({ ...resting(), next: now }, now)).toBe(true)
  expect(mayAdvance({ ...resting(), next: undefined }, now)).toBe(false)
})

test("there may be something to do from the moment that until comes", () => {
  expect(mayAdvance(resting({ until: now + 1 }), now)).toBe(false)
  expect(mayAdvance(resting({ until: now }), now)).toBe(true)
})

test("a limit that may be reached, and a time that was due once, have to be looked at", () => {
  expect(mayAdvance(resting({ maxRuns: 9 }), now)).toBe(true)
  expect(mayAdvance(resting({ maxCost: 9 }), now)).toBe(true)
  expect(mayAdvance(once(now - 1, undefined), now)).toBe(true)
  expect(mayAdvance(once(now + 1, now + 1), now)).toBe(false)
})

test("whether it is quiet has to be looked at only after quiet-after", () => {
  const changed = (ago: number) => ({ ...resting({ quietAfter: HOUR }), changed: now - ago })
  expect(mayAdvance(changed(HOUR), now)).toBe(false)
  expect(mayAdvance(changed(HOUR + 1), now)).toBe(true)
})

test.each(["paused", "ended", "deleted"] as const)("a schedule that is %s makes no rows, whatever is due", (status) => {
  const stopped = { ...makeHourly({ maxRuns: 1, until: noon, quietAfter: 1 }), status }
  expect(mayAdvance(stopped, now)).toBe(false)
  expect(advanceSchedule(see(stopped), now)).toBeUndefined()
})

test("a due time gets its row at that very moment, and not before", () => {
  const hourly = makeHourly({}, noon - MINUTE)
  expect(advanceSchedule(see(hourly), noon - 1)).toBeUndefined()
  expect(advanceSchedule(see(hourly), noon)).toEqual({
    schedule: { ...hourly, cursor: noon, next: noon + HOUR },
    add: [{ at: noon, cause: "time", state: "due", why: undefined, isCatchUp: false }],
    hasMore: false,
  })
})

test("a thousand rows are made at once, and the rest with the next transaction", () => {
  const start = noon - 1001 * MINUTE
  const minutely = makeSchedule("s-1", { cron: "* * * * *", from: start, policy: { until: noon } })
  const first = advanceSchedule(see(minutely), noon)
  expect([first?.add?.length, first?.hasMore]).toEqual([1000, true])
  expect(first?.schedule).toEqual({ ...minutely, cursor: noon - MINUTE, next: noon })
  const rest = first && advanceSchedule(see(first.schedule), noon)
  expect(rest?.add?.map(({ at, state }) => [at, state])).toEqual([[noon, "due"]])
  expect([rest?.hasMore, rest?.schedule.status]).toEqual([undefined, "ended"])
})

test("a schedule ends the moment that until comes, with its reason, its time and a notice", () => {
  const ending = resting({ until: noon + 20 * MINUTE })
  expect(advanceSchedule(see(ending), noon + 20 * MINUTE - 1)).toBeUndefined()
  expect(advanceSchedule(see(ending), noon + 20 * MINUTE)).toEqual({
    schedule: {
      ...ending,
      status: "ended",
      because: "expired: it was set to run until Wed 2026-06-10 12:20 UTC",
      changed: noon + 20 * MINUTE,
      next: undefined,
      notices: [
        {
          key: "schedule:s-1:ended",
          text: "Schedule s-1 has ended: expired: it was set to run until Wed 2026-06-10 12:20 UTC. `skillet schedule history s-1` shows its runs.",
        },
      ],
    },
    add: [],
  })
})

test("the last run takes the place of a due time of the same moment, and rows that would not run keep their reason", () => {
  const until = noon + HOUR
  const ending = makeHourly({ until, runsAtEnd: true, misfire: "all", catchUpWithin: 90 * MINUTE }, noon - 2 * HOUR)
  const made = advanceSchedule(see(ending), until + MINUTE)
  expect(made?.add?.map(({ at, cause, state, why }) => [at - noon, cause, state, why])).toEqual([
    [-HOUR, "time", "expired", "late by 2 h, and catch-up-within is 90 min"],
    [0, "time", "skipped", "replaced by the last run"],
    [HOUR, "last", "due", undefined],
  ])
  expect(made?.add?.at(-1)).toEqual({ at: until, cause: "last", state: "due", isCatchUp: false })
  expect(made?.schedule.because).toBe("expired after 3 h; one last run ends it")
})

test("a schedule whose limit is reached ends when nothing of it is open any more, and no sooner", () => {
  const limited = resting({ maxRuns: 3 })
  const totals = { started: 3, cost: 0 }
  expect(advanceSchedule(see(limited, { totals, open: [makeDue(noon)] }), now)).toBeUndefined()
  expect(advanceSchedule(see(limited, { totals: { started: 2, cost: 0 } }), now)).toBeUndefined()
  expect(advanceSchedule(see(limited, { totals }), now)?.schedule.because).toBe("max-runs is reached: 3 runs")
})

test("a time that is due once ends its schedule when it has passed and is settled", () => {
  const passed = once(noon, undefined)
  expect(advanceSchedule(see(passed, { open: [makeDue(noon)] }), now)).toBeUndefined()
  expect(advanceSchedule(see(passed), now)?.schedule).toMatchObject({
    status: "ended",
    because: "its only due time has passed",
  })
  expect(advanceSchedule(see(once(now + 1, now + 1)), now)).toBeUndefined()
  expect(advanceSchedule(see({ ...resting(), next: undefined }), now)).toBeUndefined()
})

test("a notice is added to those that were not posted yet", () => {
  const earlier = { key: "schedule:s-1:quiet:1", text: "…" }
  const ended = endSchedule({ ...resting(), notices: [earlier] }, "enough", now)
  expect(ended.notices.map(({ key }) => key)).toEqual([earlier.key, "schedule:s-1:ended"])
  const quiet = { ...resting({ quietAfter: HOUR }), next: now + DAY, notices: [earlier] }
  const noted = advanceSchedule(see(quiet), noon + 2 * HOUR)?.schedule
  expect(noted?.notices.map(({ key }) => key)).toEqual([earlier.key, `schedule:s-1:quiet:${noon}`])
  expect(noted).toMatchObject({ status: "active", quietSince: noon })
})

test("the notice of a quiet schedule says how often it was tried, and comes again after a later success", () => {
  const quiet = { ...resting({ quietAfter: HOUR }), next: noon + DAY }
  const totals = { started: 2, cost: 0 }
  expect(advanceSchedule(see(quiet, { totals }), noon + HOUR)).toBeUndefined()
  const noted = advanceSchedule(see(quiet, { totals }), noon + 3 * HOUR)?.schedule ?? quiet
  expect(noted.notices[0]?.text).toBe(
    "Schedule s-1 has had no success for 3 h (2 were started in all). `skillet schedule show s-1` says why.",
  )
  const lastSuccess = noon + 4 * HOUR
  expect(advanceSchedule(see(noted, { totals, lastSuccess }), noon + 5 * HOUR)).toBeUndefined()
  const again = advanceSchedule(see(noted, { totals, lastSuccess }), noon + 6 * HOUR)?.schedule
  expect(again?.quietSince).toBe(lastSuccess)
})

test("a schedule is quiet since it was made, changed or last succeeded, whichever was last", () => {
  const at = (created: number, changed: number) => ({ ...resting(), created, changed })
  expect(findQuietSince(at(3, 2), 1)).toBe(3)
  expect(findQuietSince(at(2, 3), 1)).toBe(3)
  expect(findQuietSince(at(1, 2), 3)).toBe(3)
  expect(findQuietSince(at(1, 2), undefined)).toBe(2)
})

test("only an active schedule is quiet, after more than quiet-after, and never with quiet-after off", () => {
  const quiet = resting({ quietAfter: HOUR })
  expect(isQuiet(quiet, noon, noon + HOUR)).toBe(false)
  expect(isQuiet(quiet, noon, noon + HOUR + 1)).toBe(true)
  expect(isQuiet({ ...quiet, status: "paused" }, noon, noon + DAY)).toBe(false)
  expect(isQuiet(resting(), noon, noon + DAY)).toBe(false)
})
