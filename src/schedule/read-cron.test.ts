import { expect, test } from "vitest"
import { readDuration } from "./durations.ts"
import { readCron } from "./read-cron.ts"
import { requireZone } from "./time-zones.ts"

test.each([
  ["@daily", "0 0 * * *"],
  ["@Hourly", "0 * * * *"],
  ["  0  9 * *   MON-FRI ", "0 9 * * MON-FRI"],
  ["0 0 * * 7", "0 0 * * 7"],
  ["0 0 29 2 *", "0 0 29 2 *"],
])("%j is read as %j", (given, cron) => expect(readCron(given)).toBe(cron))

test.each(["", "* * *", "60 * * * *", "0 0 0 * * *", "@reboot", "@every 5m", "0 0 30 2 *", "*/0 * * * *", "soon"])(
  "%j is refused with a next step",
  (given) => {
    expect(() => readCron(given)).toThrow(
      expect.objectContaining({ code: "schedule.bad-cron", next: expect.stringMatching(/.{5}/) }),
    )
  },
)

test("a time zone is a name that is known; a similar name is suggested", () => {
  expect(requireZone("europe/berlin")).toBe("Europe/Berlin")
  expect(() => requireZone("Europe/Berln")).toThrow(
    expect.objectContaining({ code: "schedule.bad-zone", next: expect.stringContaining("Europe/Berlin") }),
  )
})

test.each([
  ["90s", 90_000],
  ["24h", 86_400_000],
  ["7d", 604_800_000],
])("%s is %d ms", (text, milliseconds) => expect(readDuration(text, "--x")).toBe(milliseconds))

test.each(["0h", "5", "1.5h", "-3m", "h"])("%j is no duration", (text) => {
  expect(() => readDuration(text, "--x")).toThrow(expect.objectContaining({ code: "schedule.bad-duration" }))
})
