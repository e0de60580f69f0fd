import { expect, test } from "vitest"
import { choosePause, SPENDING_DAY, decideAdmission, type LedgerRow, listWaitingProcesses } from "./decide-admission.ts"

const row = (kind: LedgerRow["kind"], id: string, more: Partial<LedgerRow> = {}): LedgerRow => ({
  kind,
  id,
  driver: "claude",
  pid: 1,
  at: 100_000,
  ...more,
})
const own = { id: "me", driver: "claude", limits: {}, now: 100_000, alive: new Set([1]) }

test.each([
  ["nobody else is there", [], { atOnce: 1 }, { kind: "go" }],
  ["another works", [row("want", "a"), row("start", "a")], { atOnce: 1 }, { kind: "wait", ahead: 0 }],
  ["another works for another driver", [row("want", "a", { driver: "codex" })], { atOnce: 1 }, { kind: "go" }],
  ["another has ended", [row("want", "a"), row("start", "a"), row("end", "a")], { atOnce: 1 }, { kind: "go" }],
  ["another was killed", [row("want", "a", { pid: 2 }), row("start", "a", { pid: 2 })], { atOnce: 1 }, { kind: "go" }],
  ["another stands before it in line", [row("want", "a")], { perMinute: 1 }, { kind: "wait", ahead: 0 }],
  ["the minute is full", [row("start", "a"), row("end", "a")], { perMinute: 1 }, { kind: "wait", ahead: 0 }],
  [
    "three stand before it in line",
    ["a", "b", "c"].map((id) => row("want", id)),
    { atOnce: 1 },
    { kind: "wait", ahead: 2 },
  ],
  [
    "the minute is full and two stand before it",
    ["a", "b"].map((id) => row("want", id)),
    { perMinute: 1 },
    { kind: "wait", ahead: 1 },
  ],
  ["the minute is over", [row("start", "a", { at: 39_000 })], { perMinute: 1 }, { kind: "go" }],
  ["another works, and two may", [row("want", "a"), row("start", "a")], { atOnce: 2 }, { kind: "go" }],
  ["another started, which counts once", [row("want", "a"), row("start", "a")], { perMinute: 2 }, { kind: "go" }],
  ["the minute is over this moment", [row("start", "a", { at: 40_000 })], { perMinute: 1 }, { kind: "go" }],
  ["another driver's minute is full", [row("start", "a", { driver: "codex" })], { perMinute: 1 }, { kind: "go" }],
  ["another driver's money is spent", [row("end", "a", { driver: "codex", money: 2 })], { perDay: 2 }, { kind: "go" }],
  ["an estimate came with the start", [row("start", "a", { money: 2 })], { perDay: 2 }, { kind: "go" }],
  ["the day's money is spent", [row("end", "a", { money: 2 })], { perDay: 2 }, { kind: "over", spent: 2 }],
  ["some of the day's money is left", [row("end", "a", { money: 1.9 })], { perDay: 2 }, { kind: "go" }],
] as const)("when %s, one in line is admitted accordingly", (_, rows, limits, decided) => {
  expect(decideAdmission([...rows, row("want", "me")], { ...own, limits })).toEqual(decided)
})

test.each([
  ["yesterday's last moment", 5 * SPENDING_DAY - 1, { kind: "go" }],
  ["today's first moment", 5 * SPENDING_DAY, { kind: "over", spent: 2 }],
  ["now", 5 * SPENDING_DAY + 1000, { kind: "over", spent: 2 }],
])("money that was spent in %s counts for its own day", (_, at, decided) => {
  const rows = [row("end", "a", { at, money: 2 }), row("want", "me")]
  expect(decideAdmission(rows, { ...own, now: 5 * SPENDING_DAY + 1000, limits: { perDay: 2 } })).toEqual(decided)
})

test("a day is 24 hours", () => {
  expect(SPENDING_DAY).toBe(86_400_000)
})

test("the processes to look at are those with a request to this driver that has not ended, each once", () => {
  const rows = [
    row("want", "a", { pid: 3 }),
    row("start", "a", { pid: 3 }),
    row("want", "b", { pid: 3 }),
    row("want", "c", { pid: 4 }),
    row("end", "c", { pid: 4 }),
    row("want", "d", { pid: 5, driver: "codex" }),
    row("want", "me"),
  ]
  expect(listWaitingProcesses(rows, "claude")).toEqual([3, 1])
})

test("who is next looks again soon, and who is far behind more seldom", () => {
  expect([0, 1, 5, 19, 1000].map(choosePause)).toEqual([100, 200, 600, 2000, 2000])
})
