import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { listDueTimes, listNextTimes } from "../src/schedule/due-times.ts"
import { readCron } from "../src/schedule/read-cron.ts"
import { formatZoned } from "../src/schedule/time-zones.ts"
import { listExpectedTimes } from "./schedules/list-expected-times.ts"
import { patterns, YEAR, zones } from "./schedules/patterns.ts"
import { systemdTimes } from "./schedules/systemd-times.ts"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The days on which the clock changes, as the table of systemd leaves them out. */
const changeDays: Readonly<Record<string, readonly string[]>> = {
  "America/New_York": ["2026-03-08", "2026-11-01"],
  "Europe/Berlin": ["2026-03-29", "2026-10-25"],
  "Australia/Lord_Howe": ["2026-04-05", "2026-10-04"],
  "America/Santiago": ["2026-04-04", "2026-09-05", "2026-09-06"],
}

test("there are 40 patterns and 6 zones, and systemd has times for most of them", () => {
  expect([new Set(patterns.map(({ cron }) => cron)).size, zones.length]).toEqual([40, 6])
  expect(Object.values(systemdTimes).flatMap((one) => Object.keys(one)).length).toBe(211)
})

test.each(zones)("outside of clock changes, the expected times in %s are those of systemd", (zone) => {
  const day = new Intl.DateTimeFormat("sv", { timeZone: zone, dateStyle: "short" })
  const found = Object.keys(systemdTimes[zone] ?? {}).map((cron) => {
    const times = listExpectedTimes(cron, zone, YEAR).filter((at) => !changeDays[zone]?.includes(day.format(at)))
    const minutes = times.map((at) => at / MINUTE).join(",")
    return [cron, `${times.length} ${createHash("sha256").update(minutes).digest("hex").slice(0, 16)}`]
  })
  expect(Object.fromEntries(found)).toEqual(systemdTimes[zone])
})

/** Around every clock change of the zones, and around ends of months. */
const spans = [
  ["2026-02-25", "2026-03-12"],
  ["2026-03-26", "2026-04-08"],
  ["2026-09-03", "2026-09-09"],
  ["2026-10-01", "2026-10-07"],
  ["2026-10-22", "2026-11-04"],
].map(([from = "", to = ""]) => ({ from: Date.parse(from), to: Date.parse(to) }))

test.each(zones)("around clock changes, the due times of every pattern in %s are the expected ones", (zone) => {
  for (const days of Object.values(changeDays).flat())
    expect(spans.some(({ from, to }) => Date.parse(days) - from > DAY && to - Date.parse(days) > DAY)).toBe(true)
  const wrong = patterns.filter(({ cron }) =>
    spans.some(({ from, to }) => {
      const range = { after: from - 1, upTo: to - 1, most: Number.POSITIVE_INFINITY }
      const { times } = listDueTimes({ kind: "cron", cron: readCron(cron), zone }, {}, range)
      return JSON.stringify(times) !== JSON.stringify(listExpectedTimes(cron, zone, { from, to }))
    }),
  )
  expect(wrong).toEqual([])
})

/** Written by hand: what the clock leaves out, and what it shows twice. */
test.each([
  // New York, 8 March 2026: 02:00 to 03:00 does not exist.
  ["30 2 * * *", "America/New_York", "2026-03-08T00:00:00Z", ["2026-03-08T07:00:00Z", "2026-03-09T06:30:00Z"]],
  ["0 2 * * *", "America/New_York", "2026-03-08T00:00:00Z", ["2026-03-08T07:00:00Z", "2026-03-09T06:00:00Z"]],
  ["0 * * * *", "America/New_York", "2026-03-08T05:30:00Z", ["2026-03-08T06:00:00Z", "2026-03-08T07:00:00Z"]],
  ["30 1,2,3 * * *", "America/New_York", "2026-03-08T05:30:00Z", ["2026-03-08T06:30:00Z", "2026-03-08T07:30:00Z"]],
  // New York, 1 November 2026: 01:00 to 02:00 exists twice.
  ["30 1 * * *", "America/New_York", "2026-11-01T04:00:00Z", ["2026-11-01T05:30:00Z", "2026-11-02T06:30:00Z"]],
  ["*/30 * * * *", "America/New_York", "2026-11-01T05:00:00Z", ["2026-11-01T05:30:00Z", "2026-11-01T06:00:00Z"]],
  ["0 1,2 * * *", "America/New_York", "2026-11-01T04:00:00Z", ["2026-11-01T05:00:00Z", "2026-11-01T06:00:00Z"]],
  // Berlin, 29 March and 25 October 2026.
  ["30 2 * * *", "Europe/Berlin", "2026-03-28T23:00:00Z", ["2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"]],
  ["30 2 * * *", "Europe/Berlin", "2026-10-24T22:00:00Z", ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"]],
  // Lord Howe changes by half an hour: 02:00 to 02:30 does not exist on 4 October 2026.
  ["15 2 * * *", "Australia/Lord_Howe", "2026-10-03T12:00:00Z", ["2026-10-03T15:30:00Z", "2026-10-04T15:15:00Z"]],
  // Santiago changes at midnight: 6 September 2026 begins at 01:00.
  ["0 0 * * *", "America/Santiago", "2026-09-05T12:00:00Z", ["2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z"]],
  // A day of the month or a weekday: 1 March 2026 is a Sunday.
  ["0 0 1 * MON", "UTC", "2026-02-23T00:00:00Z", ["2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z"]],
] as const)("%s in %s after %s", (cron, zone, after, expected) => {
  const next = listNextTimes({ kind: "cron", cron: readCron(cron), zone }, {}, { after: Date.parse(after), count: 2 })
  expect(next.map((at) => new Date(at).toISOString().replace(".000", ""))).toEqual(expected)
})

test("it does not matter where the enumeration begins: the times are the same", () => {
  const times = { kind: "cron", cron: "30 1 * * *", zone: "America/New_York" } as const
  const [from, to] = [Date.parse("2026-10-30T00:00:00Z"), Date.parse("2026-11-04T00:00:00Z")]
  const all = listDueTimes(times, {}, { after: from, upTo: to, most: 100 }).times
  for (let after = from; after < to; after += 7 * MINUTE) {
    const rest = listDueTimes(times, {}, { after, upTo: to, most: 100 }).times
    expect(rest).toEqual(all.filter((at) => at > after))
  }
})

test("the hour that exists twice is shown with its offset", () => {
  expect(
    ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"].map((at) => formatZoned(Date.parse(at), "America/New_York")),
  ).toEqual(["Sun 2026-11-01 01:30 UTC-4", "Sun 2026-11-01 01:30 UTC-5"])
})
