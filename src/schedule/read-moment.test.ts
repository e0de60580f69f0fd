import { expect, test } from "vitest"
import { readMoment } from "./read-moment.ts"

const now = Date.parse("2026-06-10T12:00:00Z")
const read = (text: string) => readMoment(text, { option: "at", code: "schedule.bad-at", now, zone: "UTC" })

test.each([
  ["20m", "2026-06-10T12:20:00.000Z"],
  ["in 20 minutes", "2026-06-10T12:20:00.000Z"],
  ["In 2 hours", "2026-06-10T14:00:00.000Z"],
  ["2026-06-10T18:00+01:00", "2026-06-10T17:00:00.000Z"],
  ["2026-06-10 18:00:30 z", "2026-06-10T18:00:30.000Z"],
  ["2026-12-31T18:00-0300", "2026-12-31T21:00:00.000Z"],
])("%j is %s", (text, at) => expect(new Date(read(text)).toISOString()).toBe(at))

test.each([
  ["2026-06-10T11:59Z", 'at: "2026-06-10T11:59Z" is in the past: it is Wed 2026-06-10 12:00 UTC'],
  ["2026-06-10T12:00Z", 'at: "2026-06-10T12:00Z" is in the past: it is Wed 2026-06-10 12:00 UTC'],
  ["2026-06-31T12:00Z", 'at: "2026-06-31T12:00Z" is not a time'],
  ["2026-06-11T25:00Z", 'at: "2026-06-11T25:00Z" is not a time'],
  ["2026-06-11T12:00", 'at: "2026-06-11T12:00" is not a time'],
  ["tomorrow", 'at: "tomorrow" is not a time'],
  ["in a bit", 'at: "in a bit" is not a time'],
  ["", 'at: "" is not a time'],
])("%j is refused: %s", (text, message) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code: "schedule.bad-at", message }))
})
