import { expect, test } from "vitest"
import { toCronInterval } from "./interval-to-cron.ts"
import { readLoop } from "./read-loop.ts"

test.each([
  ["5m /babysit-prs", "5m", "/babysit-prs"],
  ["check the deploy every 20m", "20m", "check the deploy"],
  ["run tests every 5 minutes", "5m", "run tests"],
  ["check the deploy", "10m", "check the deploy"],
  ["check every PR", "10m", "check every PR"],
  ["every 5 minutes check it", "5m", "check it"],
  ["every 90 minutes look at X", "90m", "look at X"],
  ["every hour, look at X", "1h", "look at X"],
  ["Every two hours look at X", "2h", "look at X"],
  ["every other day tidy up", "2d", "tidy up"],
  ["every second day tidy up", "2d", "tidy up"],
  ["every half hour look", "30m", "look"],
  ["look every half an hour", "30m", "look"],
  ["5 minutes check the build", "5m", "check the build"],
  ["5min: check the build", "5m", "check the build"],
  ["10 M look", "10m", "look"],
  ["hourly check the build", "1h", "check the build"],
  ["check the build every 2 hours", "2h", "check the build"],
  ["check the build every hour", "1h", "check the build"],
  ["check the build, every 5 minutes.", "5m", "check the build"],
  ["check the build once every 2 hours", "2h", "check the build"],
  ["check the build hourly", "1h", "check the build"],
  ["write the report daily", "1d", "write the report"],
  ["write the report weekly", "7d", "write the report"],
  ["tidy up every week", "7d", "tidy up"],
  ["write the daily report", "10m", "write the daily report"],
  ["2nd try of the build", "10m", "2nd try of the build"],
  ["5 minutes ago the build broke, look", "10m", "5 minutes ago the build broke, look"],
  ["check everyone hourly rate list", "10m", "check everyone hourly rate list"],
  ["2h look at the queue every 5m", "2h", "look at the queue every 5m"],
  ["  30s   ping  ", "30s", "ping"],
  ["tidy up every 2 Hours", "2h", "tidy up"],
  ["tidy up every 3 days", "3d", "tidy up"],
  ["5mins of work", "10m", "5mins of work"],
  ["everyone every 1 sec", "1s", "everyone"],
])("%j repeats every %s: %s", (input, interval, prompt) => {
  const read = readLoop(input)
  expect([`${read.interval.amount}${read.interval.unit}`, read.prompt]).toEqual([interval, prompt])
})

test.each(["5m", "", "   ", "every 5m", "hourly", "5 minutes", "every hour"])(
  "%j has no prompt: the usage is shown",
  (input) => {
    expect(() => readLoop(input)).toThrow(expect.objectContaining({ code: "loop.no-prompt" }))
  },
)

test.each([
  ["0m look", "0m"],
  ["look every 0 hours", "every 0 hours"],
  ["-5m x", "-5m"],
  ["+5m x", "+5m"],
  ["-5 minutes x", "-5 minutes"],
  ["1.5h look", "1.5h"],
  ["look every 1.5 hours", "every 1.5 hours"],
  ["every -5 minutes look", "every -5 minutes"],
  ["every few hours look", "every few hours"],
])("%j is refused: %j is not an interval", (input, shown) => {
  expect(() => readLoop(input)).toThrow(
    expect.objectContaining({
      code: "loop.bad-interval",
      message: `"${shown}" is not an interval that a loop can have`,
    }),
  )
})

test.each([
  ["every day at 9 look at X", "every day at 9", "0 9 * * *", "look at X"],
  ["look at X every day at 9:30pm.", "every day at 9:30pm", "30 21 * * *", "look at X"],
  ["look daily at noon", "daily at noon", "0 12 * * *", "look"],
  ["every day at 12am look", "every day at 12am", "0 0 * * *", "look"],
  ["every day at 25:00 look", "every day at 25:00", "0 9 * * *", "look"],
  ["every day at 8:75 look", "every day at 8:75", "0 9 * * *", "look"],
  ["every Monday look", "every Monday", "0 9 * * 1", "look"],
  ["weekly on friday at 17 look", "weekly on friday at 17", "0 17 * * 5", "look"],
  ["look every weekday at 17:05", "every weekday at 17:05", "5 17 * * 1-5", "look"],
  ["look nightly", "nightly", "0 22 * * *", "look"],
  ["every month", "every month", "0 9 1 * *", "PROMPT"],
])("%j is refused with the schedule that does it: %j", (input, shown, cron, prompt) => {
  expect(() => readLoop(input)).toThrow(
    expect.objectContaining({
      code: "loop.bad-interval",
      message: `"${shown}" names a day or a time of day, but a loop has an interval`,
      next: `skillet schedule add '${cron}' ${prompt.includes(" ") ? `'${prompt}'` : prompt} does that`,
    }),
  )
})

const USUAL = "No interval was found at the beginning (5m …) or the end (… every 5 minutes), so it is every 10 minutes."

test.each([
  ["check the deploy", USUAL],
  ["check every PR", USUAL],
  ["check the deploy every 20m", undefined],
  ["check the last 5 minutes of the log", `${USUAL} "5 minutes" was taken as part of the prompt.`],
  ["check the build 5m", `${USUAL} "5m" was taken as part of the prompt.`],
  ["5x check the build", `${USUAL} "5x" was taken as part of the prompt.`],
  ["check every 5m of the log", `${USUAL} "every 5m" was taken as part of the prompt.`],
  ["write the daily report", `${USUAL} "daily" was taken as part of the prompt.`],
  ["2h look every 5m", '"2h" is the interval; "every 5m" was taken as part of the prompt.'],
])("%j says what it assumed: %s", (input, note) => {
  expect(readLoop(input).note).toBe(note)
})

test.each([
  ["5m", "*/5 * * * *", "every 5 minutes", undefined],
  ["1m", "* * * * *", "every minute", undefined],
  ["60m", "0 * * * *", "every hour", undefined],
  ["120m", "0 */2 * * *", "every 2 hours", undefined],
  ["2h", "0 */2 * * *", "every 2 hours", undefined],
  ["24h", "0 0 * * *", "every day", undefined],
  ["1d", "0 0 * * *", "every day", undefined],
  ["60s", "* * * * *", "every minute", undefined],
  [
    "420s",
    "*/6 * * * *",
    "every 6 minutes",
    "420s is rounded to every 6 minutes: it does not divide an hour or a day evenly.",
  ],
  ["30s", "* * * * *", "every minute", "30s is rounded to every minute: a minute is the smallest unit."],
  ["90s", "*/2 * * * *", "every 2 minutes", "90s is rounded to every 2 minutes: a minute is the smallest unit."],
  [
    "7m",
    "*/6 * * * *",
    "every 6 minutes",
    "7m is rounded to every 6 minutes: it does not divide an hour or a day evenly.",
  ],
  ["45m", "0 * * * *", "every hour", "45m is rounded to every hour: it does not divide an hour or a day evenly."],
  [
    "90m",
    "0 */2 * * *",
    "every 2 hours",
    "90m is rounded to every 2 hours: it does not divide an hour or a day evenly.",
  ],
  ["5h", "0 */6 * * *", "every 6 hours", "5h is rounded to every 6 hours: it does not divide an hour or a day evenly."],
  ["23h", "0 0 * * *", "every day", "23h is rounded to every day: it does not divide an hour or a day evenly."],
  [
    "2d",
    "0 0 */2 * *",
    "every 2 days",
    "Every 2 days means days 1, 3, 5 and so on of each month; the gap before the first day of a month can be shorter.",
  ],
  [
    "20d",
    "0 0 */20 * *",
    "every 20 days",
    "Every 20 days means days 1 and 21 of each month; the gap before the first day of a month can be shorter.",
  ],
  [
    "12d",
    "0 0 */12 * *",
    "every 12 days",
    "Every 12 days means days 1, 13 and 25 of each month; the gap before the first day of a month can be shorter.",
  ],
  ["31d", "0 0 */31 * *", "every 31 days", "Every 31 days means the first day of each month."],
])("%s is %s, %s", (given, cron, cadence, rounded) => {
  const { interval } = readLoop(`${given} look`)
  expect(toCronInterval(interval)).toEqual({ cron, cadence, rounded })
})

test("an interval of more than a month is refused", () => {
  expect(() => toCronInterval({ amount: 32, unit: "d" })).toThrow(
    expect.objectContaining({ code: "loop.bad-interval" }),
  )
})
