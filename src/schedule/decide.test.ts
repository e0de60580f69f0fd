import { expect, test } from "vitest"
import { makeDue, makeHourly, makeOpen, noon, now, see } from "../../test/schedules/sample-dues.ts"
import { advanceSchedule } from "./advance-schedule.ts"
import { planDeletion, planPause, planResume } from "./plan-status-change.ts"
import { decideDues } from "./decide-dues.ts"
import { decideOpen, type OpenDue } from "./decide-open.ts"
import { DAY, HOUR, MINUTE } from "./durations.ts"
import type { Due, Policy } from "./schedule.ts"

/** How many rows of each state there are. */
function count(states: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...new Set(states)].map((state) => [state, states.filter((one) => one === state).length]))
}

test.each([
  ["once", now, { expired: 48, skipped: 23, due: 1 }],
  ["once", now + 10 * MINUTE, { expired: 48, skipped: 23, due: 1 }],
  ["skip", now, { skipped: 71, due: 1 }],
  ["skip", now + 10 * MINUTE, { skipped: 72 }],
  ["all", now, { expired: 48, due: 24 }],
] as const)("after three days asleep, with misfire %s, an hourly schedule has 72 rows", (misfire, at, states) => {
  const made = advanceSchedule(see(makeHourly({ misfire })), at)
  expect(made?.add?.length).toBe(72)
  expect(count((made?.add ?? []).map(({ state }) => state))).toEqual(states)
  expect(made?.schedule).toMatchObject({ cursor: noon, next: noon + HOUR })
})

test("what is not the newest due time of all never runs with once, also if the rest comes with the next batch", () => {
  const rows = decideDues({ misfire: "once", catchUpWithin: DAY }, { times: [noon - HOUR, noon], hasMore: true, now })
  expect(rows.map(({ state }) => state)).toEqual(["skipped", "skipped"])
})

test("a row that does not run says why", () => {
  const rows = advanceSchedule(see(makeHourly({}, noon - 26 * HOUR)), now + 10 * MINUTE)?.add ?? []
  expect([rows[0]?.why, rows.at(-2)?.why, rows.at(-1)]).toEqual([
    "late by 25 h, and catch-up-within is 24 h",
    "missed by 71 min; misfire is once, so only the newest missed due time runs",
    { at: noon, cause: "time", state: "due", why: undefined, isCatchUp: true },
  ])
})

const running = makeDue(noon - HOUR, { state: "running", run: "r-1", epoch: 1 })
const kinds = (decisions: ReturnType<typeof decideOpen>) => decisions.map(({ kind }) => kind)

test("while a run is under way, the next due time is skipped, waits, or replaces it", () => {
  const decide = (overlap: Policy["overlap"]) =>
    decideOpen(
      [makeOpen(running, makeHourly({ overlap }), { isFree: false }), makeOpen(makeDue(noon), makeHourly({ overlap }))],
      now,
    )
  expect(decide("skip")[1]).toMatchObject({
    state: "skipped",
    why: "the run of Wed 2026-06-10 11:00 UTC (r-1) is still under way, and overlap is skip",
  })
  expect(kinds(decide("queue"))).toEqual(["wait", "wait"])
  expect(decide("cancel")[1]).toMatchObject({ kind: "cancel", due: { run: "r-1" } })
})

test("missed due times of one schedule run one after the other, whatever overlap says", () => {
  const missed = [1, 2, 3].map((back) => makeOpen(makeDue(noon - back * HOUR, { isCatchUp: true })))
  expect(kinds(decideOpen(missed, now))).toEqual(["claim", "wait", "wait"])
})

test("of the missed due times of eight schedules, two run at once, and those on time are not held up", () => {
  const missed = Array.from({ length: 8 }, (_, nth) =>
    makeOpen(makeDue(noon - HOUR, { schedule: `s-${nth}`, isCatchUp: true })),
  )
  const onTime = makeOpen(makeDue(noon, { schedule: "s-9" }))
  expect(count(kinds(decideOpen([...missed, onTime], now)))).toEqual({ claim: 3, wait: 6 })
})

test("a due time whose process is gone is taken over, unless a person or a host has it, and is given up in the end", () => {
  const taken = (more: Partial<Due>, how: Partial<OpenDue> = {}, schedule = makeHourly()) =>
    decideOpen([makeOpen({ ...running, ...more }, schedule, how)], now)[0]
  const host = { ...makeHourly(), work: { prompt: "look", agent: "host", to: "orchestrator" } } as const
  expect(taken({})?.kind).toBe("claim")
  expect(taken({}, { isFree: false })?.kind).toBe("wait")
  expect(taken({}, { isAsking: true })?.kind).toBe("wait")
  expect(taken({ isTold: true }, {}, host)?.kind).toBe("wait")
  expect(taken({}, {}, host)?.kind).toBe("claim")
  expect(taken({ epoch: 5 })).toMatchObject({ kind: "cancel", why: "5 processes died while working on it" })
  expect(taken({ epoch: 5, state: "claimed" })).toMatchObject({ kind: "settle", state: "failed" })
})

test("max-runs and max-cost stop further due times, those of the same moment included, and end the schedule", () => {
  const two = makeHourly({ maxRuns: 2, overlap: "queue" })
  const started = { totals: { started: 2, cost: 0 } }
  expect(decideOpen([makeOpen(makeDue(noon), two, started)], now)[0]).toMatchObject({
    state: "skipped",
    why: "max-runs is reached: 2 runs",
  })
  const costly = makeHourly({ maxCost: 1 })
  expect(decideOpen([makeOpen(makeDue(noon), costly, { totals: { started: 3, cost: 1.2 } })], now)[0]).toMatchObject({
    why: "max-cost is reached: $1.20 of $1.00",
  })
  expect(advanceSchedule(see({ ...two, next: noon + HOUR }, started), now)?.schedule).toMatchObject({
    status: "ended",
    because: "max-runs is reached: 2 runs",
    notices: [{ key: "schedule:s-1:ended" }],
  })
})

test("a due time that waited too long is expired, and one of a schedule that stopped is skipped", () => {
  expect(decideOpen([makeOpen(makeDue(now - 25 * HOUR))], now)[0]).toMatchObject({ state: "expired" })
  expect(decideOpen([makeOpen(makeDue(noon), { ...makeHourly(), status: "deleted" })], now)[0]).toMatchObject({
    state: "skipped",
    why: "the schedule is deleted",
  })
  expect(
    decideOpen([makeOpen(makeDue(noon, { cause: "last" }), { ...makeHourly(), status: "ended" })], now)[0]?.kind,
  ).toBe("claim")
})

test("a loop ends with one last run, whatever else is due, and its owner is told", () => {
  const from = noon - 7 * DAY + HOUR
  const loop = {
    ...makeHourly({ until: from + 7 * DAY, runsAtEnd: true }, from),
    origin: "loop",
    cursor: noon - 2 * HOUR,
  } as const
  const made = advanceSchedule(see({ ...loop, next: noon - HOUR }), from + 7 * DAY + MINUTE)
  expect(made?.add?.map(({ at, cause, state }) => [at - noon, cause, state])).toEqual([
    [-HOUR, "time", "skipped"],
    [0, "time", "skipped"],
    [HOUR, "last", "due"],
  ])
  expect(made?.schedule).toMatchObject({ status: "ended", because: "expired after 7 days; one last run ends it" })
  expect(made?.schedule.notices.map(({ text }) => text)).toEqual([
    "Loop s-1 has ended: expired after 7 days; one last run ends it. `skillet schedule history s-1` shows its runs.",
  ])
})

test("a schedule without a success for too long says so once", () => {
  const quiet = { ...makeHourly({ quietAfter: 3 * HOUR }), next: noon + HOUR }
  const lastSuccess = noon - 4 * HOUR
  const noted = advanceSchedule(see({ ...quiet, changed: 0, created: 0 }, { lastSuccess }), now)
  expect(noted?.schedule.notices.map(({ text }) => text)).toEqual([
    "Schedule s-1 has had no success for 4 h (nothing was started at all). `skillet schedule show s-1` says why.",
  ])
  expect(noted && advanceSchedule(see(noted.schedule, { lastSuccess }), now)).toBeUndefined()
})

test("resuming skips the due times of the pause, and only with catch-up leaves them to the policy", () => {
  const paused = planPause(
    see(makeHourly({}, noon - 3 * HOUR), { open: [makeDue(noon - 4 * HOUR), running] }),
    noon - 2.5 * HOUR,
  )
  expect(paused.skip?.dues.map(({ state }) => state)).toEqual(["due"])
  const resumed = planResume(see(paused.schedule), { now, catchUp: false })
  expect(resumed.add?.map(({ state, why }) => `${state}: ${why}`)).toEqual(
    Array(3).fill("skipped: the schedule was paused"),
  )
  expect(advanceSchedule(see(resumed.schedule), now)).toBeUndefined()
  const caughtUp = planResume(see(paused.schedule), { now, catchUp: true })
  expect(advanceSchedule(see(caughtUp.schedule), now)?.add?.map(({ state }) => state)).toEqual([
    "skipped",
    "skipped",
    "due",
  ])
  expect(() => planResume(see(makeHourly()), { now, catchUp: false })).toThrow("s-1 is not paused")
})

test("deleting skips everything that has not begun, what was claimed included", () => {
  const claimed = makeDue(noon - HOUR, { state: "claimed", run: "r-2" })
  const gone = planDeletion(
    see(makeHourly({}, noon - HOUR), { open: [running, claimed, makeDue(noon)] }),
    now,
    "deleted by ann",
  )
  expect(gone.skip?.dues.map(({ state }) => state)).toEqual(["claimed", "due"])
  expect(gone.add?.map(({ at, why }) => [at, why])).toEqual([[noon, "deleted by ann"]])
  expect(gone.schedule).toMatchObject({ status: "deleted", next: undefined })
  expect(() => planDeletion(see(gone.schedule), now, "x")).toThrow(
    expect.objectContaining({ code: "schedule.wrong-status" }),
  )
})
