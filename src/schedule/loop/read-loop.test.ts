import { expect, test } from "vitest"
import { toCronInterval } from "./interval-to-cron.ts"
import { readLoop } from "./read-loop.ts"

test.each([
  ["5m /babysit-prs", "5m", "/babysit-prs"],
  ["check the deploy every 20m", "20m", "check the deploy"],
  ["run tests every 5 minutes", "5m", "run tests"],
  ["check the deploy", "10m", "check the deploy"],
  ["check every PR", "10m", "check every PR"],
  ["every 5 minutes check it", "10m", "every 5 minutes check it"],
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

test.each(["5m", "", "   ", "every 5m"])("%j has no prompt: the usage is shown", (input) => {
  expect(() => readLoop(input)).toThrow(expect.objectContaining({ code: "loop.no-prompt" }))
})

test.each(["0m look", "look every 0 hours"])("%j is no interval", (input) => {
  expect(() => readLoop(input)).toThrow(expect.objectContaining({ code: "loop.bad-interval" }))
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
    "every 2 days is counted from the first day of each month, so the last gap of a month is shorter.",
  ],
])("%s is %s, %s", (given, cron, cadence, rounded) => {
  const { interval } = readLoop(`${given} look`)
  expect(toCronInterval(interval)).toEqual({ cron, cadence, rounded })
})

test("an interval of more than a month is refused", () => {
  expect(() => toCronInterval({ amount: 32, unit: "d" })).toThrow(
    expect.objectContaining({ code: "loop.bad-interval" }),
  )
})
