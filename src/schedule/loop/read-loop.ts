import { SkilletError } from "../../problem/failure.ts"
import { quoteForShell } from "../../text/quote-for-shell.ts"
import { findCalendarTime } from "./find-calendar-time.ts"
import {
  findSimilarToInterval,
  type Interval,
  type IntervalPhrase,
  readLeadingInterval,
  readTrailingInterval,
} from "./interval-phrases.ts"

export interface ReadLoop {
  readonly interval: Interval
  /** Whether the input named it. */
  readonly isGiven: boolean
  readonly prompt: string
  /** What was assumed, or is similar to an interval and was not taken for one. */
  readonly note?: string | undefined
}

const USUAL: Interval = { amount: 10, unit: "m" }

/**
 * What is to be repeated and how often. An interval at the beginning counts before one at the end: `5m check the build`,
 * `every hour check the build`, `check the build every 5 minutes`, `check the build hourly`. Without one it is every 10
 * minutes. An "every" that no time follows belongs to the prompt.
 */
export function readLoop(input: string): ReadLoop {
  const text = input.trim()
  refuseCalendarTime(text)
  const found = readLeadingInterval(text) ?? readTrailingInterval(text)
  if (found?.kind === "bad") throw badInterval(found.shown)
  const prompt = found === undefined ? text : found.rest
  if (prompt === "") throw emptyPrompt()
  if (found === undefined) return { interval: USUAL, isGiven: false, prompt, note: noteUsual(prompt) }
  return { interval: found.interval, isGiven: true, prompt, note: noteSecond(found) }
}

const NO_INTERVAL =
  "No interval was found at the beginning (5m …) or the end (… every 5 minutes), so it is every 10 minutes."

function noteUsual(prompt: string): string {
  const similar = findSimilarToInterval(prompt)
  return similar === undefined ? NO_INTERVAL : `${NO_INTERVAL} "${similar}" was taken as part of the prompt.`
}

function noteSecond({ shown, rest }: Extract<IntervalPhrase, { kind: "interval" }>): string | undefined {
  const second = readTrailingInterval(rest)
  if (second === undefined) return undefined
  return `"${shown}" is the interval; "${second.shown}" was taken as part of the prompt.`
}

/** "every day at 9" is not an interval: a schedule has times of day, and the command for it is known. */
function refuseCalendarTime(text: string): void {
  const found = findCalendarTime(text)
  if (found === undefined) return
  const { shown, cron, prompt } = found
  throw new SkilletError("loop.bad-interval", `"${shown}" names a day or a time of day, but a loop has an interval`, {
    retry: "no",
    next: `skillet schedule add ${quoteForShell(cron)} ${quoteForShell(prompt)} does that`,
  })
}

function emptyPrompt(): SkilletError {
  return new SkilletError("loop.no-prompt", "there is nothing to repeat", {
    retry: "no",
    next: "usage: skillet loop [INTERVAL] PROMPT, such as skillet loop 5m check the build",
  })
}

export function badInterval(shown: string): SkilletError {
  return new SkilletError("loop.bad-interval", `"${shown}" is not an interval that a loop can have`, {
    retry: "no",
    next: "give a whole number from 1m to 31d, such as 5m or every 2 hours",
  })
}
