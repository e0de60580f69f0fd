import { expect, test } from "vitest"
import { makeDue, makeHourly, makeOpen, noon, now } from "../../test/schedules/sample-dues.ts"
import { decideOpen, findReachedLimit, type OpenDue } from "./decide-open.ts"
import { HOUR, MINUTE } from "./durations.ts"
import { overlaps, type Due, type DueCause, type Policy, type Schedule } from "./schedule.ts"

const decide = (...open: readonly OpenDue[]) => decideOpen(open, now)
const kinds = (...open: readonly OpenDue[]) => decide(...open).map(({ due, kind }) => `${due.schedule} ${kind}`)
const running = makeDue(noon - HOUR, { state: "running", run: "r-1", epoch: 1 })
/** Somebody works on it. */
const held = (due: Due, policy: Partial<Policy> = {}) => makeOpen(due, makeHourly(policy), { isFree: false })

test("a due time starts at its moment, and not before", () => {
  expect(decide(makeOpen(makeDue(now + 1)))[0]?.kind).toBe("wait")
  expect(decide(makeOpen(makeDue(now)))[0]?.kind).toBe("claim")
})

test("a due time of the future is skipped as soon as its schedule stops", () => {
  const later = makeDue(now + HOUR, { cause: "paced" })
  expect(decide(makeOpen(later, { ...makeHourly(), status: "paused" }))[0]).toEqual({
    kind: "settle",
    due: later,
    state: "skipped",
    why: "the schedule is paused",
  })
})

test.each([
  ["time", "settle"],
  ["first", "settle"],
  ["paced", "settle"],
  ["asked", "claim"],
  ["last", "claim"],
] as const)("of a schedule that has ended, a due time with the cause %s: %s", (cause: DueCause, kind) => {
  const ended: Schedule = { ...makeHourly(), status: "ended" }
  expect(decide(makeOpen(makeDue(noon, { cause }), ended))[0]?.kind).toBe(kind)
})

test("a due time starts up to catch-up-within, and is then expired", () => {
  const strict = makeHourly({ catchUpWithin: HOUR })
  expect(decide(makeOpen(makeDue(now - HOUR), strict))[0]?.kind).toBe("claim")
  expect(decide(makeOpen(makeDue(now - HOUR - 1), strict))[0]).toMatchObject({
    kind: "settle",
    state: "expired",
    why: "late by 60 min, and catch-up-within is 60 min",
  })
})

test("the oldest due time starts first, in whatever order they come", () => {
  const queue = makeHourly({ overlap: "queue" })
  const [newer, older] = [makeDue(noon), makeDue(noon - HOUR)]
  expect(decide(makeOpen(newer, queue), makeOpen(older, queue))).toEqual([
    { kind: "claim", due: older },
    { kind: "wait", due: newer },
  ])
})

test("a due time that does not start holds up none of those after it", () => {
  const strict = makeHourly({ catchUpWithin: 5 * MINUTE })
  expect(decide(makeOpen(makeDue(noon - HOUR), strict), makeOpen(makeDue(noon), strict))).toMatchObject([
    { kind: "settle", state: "expired" },
    { kind: "claim", due: { at: noon } },
  ])
})

test("a run that is under way holds up its own schedule only", () => {
  expect(kinds(held(running), makeOpen(makeDue(noon, { schedule: "s-2" })))).toEqual(["s-1 wait", "s-2 claim"])
})

test("a due time that was claimed and has no run yet counts as under way", () => {
  const claimed = makeDue(noon - HOUR, { state: "claimed", epoch: 1 })
  expect(decide(held(claimed), makeOpen(makeDue(noon)))[1]).toMatchObject({
    kind: "settle",
    state: "skipped",
    why: "the run of Wed 2026-06-10 11:00 UTC is still under way, and overlap is skip",
  })
  expect(decide(held(claimed), makeOpen(makeDue(noon), makeHourly({ overlap: "cancel" })))[1]).toEqual({
    kind: "cancel",
    due: claimed,
    why: "replaced by the due time Wed 2026-06-10 12:00 UTC",
  })
})

test.each(overlaps)(
  "with overlap %s, what a person asked for, a last run and a missed one wait for their turn",
  (overlap) => {
    const policy = { overlap }
    for (const more of [{ cause: "asked" }, { cause: "last" }, { isCatchUp: true }] as const)
      expect(decide(held(running, policy), makeOpen(makeDue(noon, more), makeHourly(policy)))[1]?.kind).toBe("wait")
  },
)

test("with overlap cancel, nothing is cancelled that is only about to start", () => {
  const cancel = makeHourly({ overlap: "cancel" })
  expect(kinds(makeOpen(makeDue(noon - MINUTE), cancel), makeOpen(makeDue(noon), cancel))).toEqual([
    "s-1 claim",
    "s-1 wait",
  ])
})

const missed = (schedule: string, spread = 2) =>
  makeOpen(makeDue(noon - HOUR, { schedule, isCatchUp: true }), makeHourly({ spread }))

test("as many missed due times run at once as spread says, those under way included", () => {
  expect(kinds(missed("s-2", 1), missed("s-3", 1))).toEqual(["s-2 claim", "s-3 wait"])
  expect(kinds(held({ ...running, isCatchUp: true }), missed("s-2"), missed("s-3"))).toEqual([
    "s-1 wait",
    "s-2 claim",
    "s-3 wait",
  ])
  expect(kinds(held(running), missed("s-2"), missed("s-3"))).toEqual(["s-1 wait", "s-2 claim", "s-3 claim"])
})

test("what is on time neither waits for missed ones nor counts as one", () => {
  const onTime = (schedule: string) => makeOpen(makeDue(noon - 2 * HOUR, { schedule }), makeHourly({ spread: 1 }))
  expect(kinds(onTime("s-2"), onTime("s-3"), missed("s-4", 1))).toEqual(["s-2 claim", "s-3 claim", "s-4 claim"])
  expect(kinds(held({ ...running, isCatchUp: true }), onTime("s-2"))).toEqual(["s-2 claim", "s-1 wait"])
})

test("taking over a due time counts neither for spread nor for max-runs a second time", () => {
  const limited = makeHourly({ maxRuns: 2, overlap: "queue" })
  const totals = { started: 1, cost: 0 }
  expect(kinds(makeOpen({ ...running, isCatchUp: true }), missed("s-2"), missed("s-3"))).toEqual([
    "s-1 claim",
    "s-2 claim",
    "s-3 wait",
  ])
  expect(decide(makeOpen(running, limited, { totals }), makeOpen(makeDue(noon), limited, { totals }))[1]?.kind).toBe(
    "wait",
  )
})

test("what starts now counts for max-runs, and the rest is skipped", () => {
  const limited = makeHourly({ maxRuns: 3, overlap: "queue" })
  const totals = { started: 2, cost: 0 }
  const two = [makeDue(noon - MINUTE), makeDue(noon)].map((due) => makeOpen(due, limited, { totals }))
  expect(decide(...two)).toMatchObject([
    { kind: "claim" },
    { kind: "settle", state: "skipped", why: "max-runs is reached: 3 runs" },
  ])
})

test("a process that died four times is followed by a fifth, and nobody after that", () => {
  const died = (epoch: number, state: Due["state"] = "running") => decide(makeOpen({ ...running, epoch, state }))[0]
  expect(died(4)?.kind).toBe("claim")
  expect(died(5)?.kind).toBe("cancel")
  expect(died(5, "claimed")).toMatchObject({
    kind: "settle",
    state: "failed",
    why: "5 processes died while working on it",
  })
})

test("a host has a due time only when it runs and its agent was told", () => {
  const host: Schedule = { ...makeHourly(), work: { prompt: "look", agent: "host", to: "orchestrator" } }
  const told = { ...running, isTold: true }
  expect(decide(makeOpen(told, host))[0]?.kind).toBe("wait")
  expect(decide(makeOpen({ ...told, state: "claimed" }, host))[0]?.kind).toBe("claim")
  expect(decide(makeOpen(told))[0]?.kind).toBe("claim")
})

test("a limit is reached at its value", () => {
  const limit = (policy: Partial<Policy>, started: number, cost: number) =>
    findReachedLimit(makeHourly(policy).policy, { started, cost })
  expect(limit({ maxRuns: 2 }, 1, 9)).toBeUndefined()
  expect(limit({ maxRuns: 2 }, 2, 0)).toBe("max-runs is reached: 2 runs")
  expect(limit({ maxCost: 2 }, 9, 1.99)).toBeUndefined()
  expect(limit({ maxCost: 2 }, 0, 2)).toBe("max-cost is reached: $2.00 of $2.00")
  expect(limit({ maxRuns: 3, maxCost: 2 }, 2, 1)).toBeUndefined()
  expect(limit({}, 999, 999)).toBeUndefined()
})

test("what another process has to start waits for it and takes nobody's turn, and expires all the same", () => {
  const missed = (schedule: string, at: number) => {
    const due = makeDue(at, { isCatchUp: true })
    return makeOpen({ ...due, schedule }, { ...makeHourly({ spread: 1 }), id: schedule })
  }
  const open = [missed("theirs", noon), missed("ours", noon), missed("late", now - 25 * HOUR)]
  const decided = decideOpen(open, now, ({ id }) => id === "ours")
  expect(decided.map(({ due, kind }) => `${due.schedule} ${kind}`).sort()).toEqual([
    "late settle",
    "ours claim",
    "theirs wait",
  ])
})
