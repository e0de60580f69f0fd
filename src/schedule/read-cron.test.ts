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

test.each([
  ["60 * * * *", 'the minute is "60": use 0 to 59, a range or a list, such as */15'],
  ["0 24 * * *", 'the hour is "24": use 0 to 23, a range or a list, such as 9-17'],
  ["0 9 0 * *", 'the day of the month is "0": use 1 to 31, a range or a list, such as 1,15'],
  ["0 9 * FOO *", 'the month is "FOO": use 1 to 12, or JAN to DEC, a range or a list, such as JAN-MAR'],
  ["0 9 * * 8", 'the weekday is "8": use 0 to 7, or SUN to SAT, a range or a list, such as MON-FRI'],
  ["0 9 * * FRI-MON", 'the weekday is "FRI-MON": FRI-MON goes backwards: the lower end comes first, such as MON-FRI'],
  ["0 9 * * MON-FRY", 'the weekday is "MON-FRY": use 0 to 7, or SUN to SAT, a range or a list, such as MON-FRI'],
  ["*/0 * * * *", 'the minute is "*/0": the step "0" must be a number from 1 to 59, such as */15'],
  ["*/99 * * * *", 'the minute is "*/99": the step "99" must be a number from 1 to 59, such as */15'],
  ["*/5/2 * * * *", 'the minute is "*/5/2": it may have one step, such as */15'],
  ["5- * * * *", 'the minute is "5-": use 0 to 59, a range or a list, such as */15'],
  ["1-2-3 * * * *", 'the minute is "1-2-3": use 0 to 59, a range or a list, such as */15'],
  ["1,,2 * * * *", 'the minute is "1,,2": use 0 to 59, a range or a list, such as */15'],
  ["0 0 30 2 *", "no month that it names has this day: change the day or the month"],
])("%j is refused, and the next step names the field: %s", (given, next) => {
  expect(() => readCron(given)).toThrow(expect.objectContaining({ code: "schedule.bad-cron", next }))
})

test("a time zone is a name that is known; a similar name is suggested", () => {
  expect(requireZone("europe/berlin")).toBe("Europe/Berlin")
  expect(() => requireZone("Europe/Berln")).toThrow(
    expect.objectContaining({ code: "schedule.bad-zone", next: expect.stringContaining("Europe/Berlin") }),
  )
})

test.each([
  ["berlin", "did you mean Europe/Berlin?"],
  ["new york", "did you mean America/New_York?"],
  ["nowhere at all", "give a name such as Europe/Berlin or UTC"],
])("%j is not a time zone: %s", (name, next) => {
  expect(() => requireZone(name)).toThrow(expect.objectContaining({ next }))
})

test.each([
  ["90s", 90_000],
  ["24h", 86_400_000],
  ["7d", 604_800_000],
  ["20 minutes", 1_200_000],
  ["1 hour", 3_600_000],
  ["2 weeks", 1_209_600_000],
  ["3650d", 315_360_000_000],
])("%s is %d ms", (text, milliseconds) => expect(readDuration(text, "--x")).toBe(milliseconds))

test.each(["0h", "5", "1.5h", "-3m", "h", "5 months", "3651d", "999999999d"])("%j is no duration", (text) => {
  expect(() => readDuration(text, "--x")).toThrow(expect.objectContaining({ code: "schedule.bad-duration" }))
})
