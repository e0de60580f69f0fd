import { expect, test } from "vitest"
import { makeHourly } from "../../test/schedules/sample-dues.ts"
import type { Schedule } from "./schedule.ts"
import { findStartPlace, type Here, sealSchedule } from "./start-place.ts"

const here: Here = { directory: "/srv/clone", identity: "commit a", secret: "ours" }
const { work, ...rest } = makeHourly()
const plain: Schedule = { ...rest, directory: "/home/ann/shop", work: { ...work, agent: "claude" } }
const own: Schedule = { ...plain, seal: sealSchedule("ours", plain) }
const shared: Schedule = { ...plain, identity: "commit a", work: { ...work, agent: "workers" } }

test("what is in a file is started where it was added", () => {
  expect(findStartPlace(plain, undefined, "timer")).toBe("/home/ann/shop")
})

test.each([
  ["added on this machine", own, "timer", "/home/ann/shop"],
  ["added on another machine", { ...plain, seal: sealSchedule("theirs", plain) }, "timer", undefined],
  ["without a seal", plain, "person", undefined],
  ["whose work was changed", { ...own, work: { ...own.work, program: "rm" } }, "timer", undefined],
  ["whose directory was changed", { ...own, directory: "/srv/clone" }, "timer", undefined],
  ["with the seal of another one", { ...own, id: "s-other" }, "timer", undefined],
  ["added on this machine, looked at by a worker", own, "worker", undefined],
  ["for workers, of this project", shared, "worker", "/srv/clone"],
  ["for workers, of another project", { ...shared, identity: "commit b" }, "worker", undefined],
] as const)("on a server, a schedule %s", (_, schedule, by, place) => {
  expect(findStartPlace(schedule, here, by)).toBe(place)
})

test("a seal is the same after the schedule was stored", () => {
  expect(sealSchedule("ours", JSON.parse(JSON.stringify(plain)) as Schedule)).toBe(own.seal)
})
