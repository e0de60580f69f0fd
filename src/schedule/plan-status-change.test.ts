import { expect, test } from "vitest"
import { makeDue, makeHourly, noon, now, see } from "../../test/schedules/sample-dues.ts"
import { makeSchedule } from "../../test/schedules/sample-schedule.ts"
import { HOUR, MINUTE } from "./durations.ts"
import { planDeletion, planPause, planResume, requireStatus, type StatusChange } from "./plan-status-change.ts"
import type { Schedule, ScheduleStatus } from "./schedule.ts"

const hourly = makeHourly({}, noon - 2 * HOUR)
const paused: Schedule = { ...hourly, status: "paused", changed: noon - 90 * MINUTE, because: "old" }
/** It has a due time more than one transaction makes. */
const minutely = makeSchedule("s-1", { cron: "* * * * *", from: noon - 1001 * MINUTE })

test("pausing skips what has not begun, but not what a person asked for", () => {
  const [waiting, asked, claimed, running] = [
    makeDue(noon),
    makeDue(noon, { cause: "asked" }),
    makeDue(noon, { state: "claimed" }),
    makeDue(noon, { state: "running" }),
  ]
  const active: Schedule = { ...hourly, because: "old" }
  expect(planPause(see(active, { open: [waiting, asked, claimed, running] }), now)).toEqual({
    schedule: { ...active, status: "paused", changed: now, because: undefined },
    skip: { dues: [waiting], why: "the schedule was paused" },
  })
})

test("resuming fires nothing of the past: each due time of the pause is skipped, that of this moment included", () => {
  const skipped = { cause: "time", state: "skipped", why: "the schedule was paused", isCatchUp: false }
  expect(planResume(see(paused), { now: noon, catchUp: false })).toEqual({
    schedule: { ...hourly, changed: noon, because: undefined, cursor: noon, next: noon + HOUR },
    add: [
      { at: noon - HOUR, ...skipped },
      { at: noon, ...skipped },
    ],
    hasMore: false,
  })
})

test("resuming with catch-up makes no rows, and leaves the due times of the pause to the policy", () => {
  expect(planResume(see(paused), { now, catchUp: true })).toEqual({
    schedule: { ...hourly, changed: now, because: undefined },
  })
})

test("resuming when nothing was due keeps the place from which due times are counted", () => {
  const resumed = planResume(see(paused), { now: noon - 90 * MINUTE, catchUp: false })
  expect([resumed.add, resumed.schedule.cursor, resumed.schedule.next]).toEqual([[], hourly.cursor, noon - HOUR])
})

test("after a long pause, a schedule stays paused until the last due time has its row", () => {
  const first = planResume(see({ ...minutely, status: "paused" }), { now: noon, catchUp: false })
  expect([first.add?.length, first.hasMore]).toEqual([1000, true])
  expect(first.schedule).toEqual({ ...minutely, status: "paused", cursor: noon - MINUTE, next: noon })
  const rest = planResume(see(first.schedule), { now: noon, catchUp: false })
  expect([rest.add?.map(({ at }) => at), rest.hasMore, rest.schedule.status]).toEqual([[noon], false, "active"])
})

test("deleting an active schedule skips what is due, with the reason, and it is never due again", () => {
  const [waiting, asked, claimed, running] = [
    makeDue(noon - HOUR),
    makeDue(noon, { cause: "asked" }),
    makeDue(noon, { state: "claimed" }),
    makeDue(noon, { state: "running" }),
  ]
  const open = [waiting, asked, claimed, running]
  expect(planDeletion(see({ ...hourly, cursor: noon - HOUR }, { open }), now, "deleted by ann")).toEqual({
    schedule: {
      ...hourly,
      cursor: noon,
      next: undefined,
      status: "deleted",
      because: "deleted by ann",
      changed: now,
    },
    add: [{ at: noon, cause: "time", state: "skipped", why: "deleted by ann", isCatchUp: false }],
    skip: { dues: [waiting, asked, claimed], why: "deleted by ann" },
  })
})

test("deleting wins over the next round of a self-paced loop", () => {
  const loop: Schedule = { ...hourly, times: { kind: "self-paced", zone: "UTC" }, next: undefined }
  const pending = makeDue(noon + HOUR, { cause: "paced" })
  const gone = planDeletion(see(loop, { open: [pending] }), now, "deleted by ann")
  expect([gone.add, gone.skip?.dues, gone.schedule.cursor]).toEqual([[], [pending], loop.cursor])
})

test("deleting a paused schedule says of the due times of the pause that it was paused", () => {
  const { add } = planDeletion(see(paused), now, "deleted by ann")
  expect(add?.map(({ why }) => why)).toEqual(["the schedule was paused", "the schedule was paused"])
})

test("a schedule with very many due times is deleted when the last of them has its row", () => {
  const open = [makeDue(noon - HOUR)]
  const first = planDeletion(see(minutely, { open }), noon, "deleted by ann")
  expect(first.add?.length).toBe(1000)
  expect({ ...first, add: [] }).toEqual({
    schedule: { ...minutely, cursor: noon - MINUTE, next: noon },
    add: [],
    hasMore: true,
  })
  expect(planDeletion(see(first.schedule, { open }), noon, "deleted by ann")).toMatchObject({
    schedule: { status: "deleted", cursor: noon },
    skip: { dues: open },
  })
})

const ENDED = "s-1 has already ended: max-runs is reached: 1 run"
const DELETED = "s-1 was deleted by ann"
test.each([
  ["pause", { paused: "s-1 is already paused", ended: ENDED, deleted: DELETED }],
  ["resume", { active: "s-1 is not paused", ended: ENDED, deleted: DELETED }],
  ["delete", { ended: ENDED, deleted: DELETED }],
  ["run", { deleted: DELETED }],
] as const)("%s is refused where it makes no sense, with the reason", (change: StatusChange, refused) => {
  const because = {
    ended: "max-runs is reached: 1 run",
    deleted: "deleted by ann",
    active: undefined,
    paused: undefined,
  }
  const refusals = (["active", "paused", "ended", "deleted"] as const).flatMap((status: ScheduleStatus) => {
    const problem = catchProblem(() => requireStatus({ ...hourly, status, because: because[status] }, change))
    return problem === undefined ? [] : [[status, problem]]
  })
  expect(Object.fromEntries(refusals)).toEqual(
    Object.fromEntries(
      Object.entries(refused).map(([status, message]) => [
        status,
        {
          code: "schedule.wrong-status",
          message,
          retry: "no",
          next: "skillet schedule show s-1 shows its state",
        },
      ]),
    ),
  )
})

test.each([
  ["pause", () => planPause(see(paused), now)],
  ["resume", () => planResume(see(hourly), { now, catchUp: false })],
  ["delete", () => planDeletion(see({ ...hourly, status: "ended", because: "x" }), now, "deleted by ann")],
])("what cannot be done is refused before anything is planned: %s", (_change, plan) => {
  expect(plan).toThrow(expect.objectContaining({ code: "schedule.wrong-status" }))
})

function catchProblem(act: () => void): object | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    const { code, message, retry, next } = error as Readonly<Record<string, unknown>>
    return { code, message, retry, next }
  }
}
