import { SkilletError } from "../../problem/failure.ts"

/** An interval as it was written: 5 and `m`. */
export interface Interval {
  readonly amount: number
  readonly unit: "s" | "m" | "h" | "d"
}

export interface ReadLoop {
  readonly interval: Interval
  /** Whether the input named it. */
  readonly isGiven: boolean
  readonly prompt: string
}

const USUAL: Interval = { amount: 10, unit: "m" }

const LEADING = /^(\d+)([smhd])(?:\s+|$)/
const TRAILING = /(?:^|\s)every\s+(\d+)\s*(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)$/i

/**
 * What is to be repeated and how often: `5m check the build`, `check the build every 5 minutes`, else every 10 minutes.
 * An "every" that no time follows belongs to the prompt.
 */
export function readLoop(input: string): ReadLoop {
  const text = input.trim()
  const leading = LEADING.exec(text)
  const trailing = leading === null ? TRAILING.exec(text) : null
  const found = leading ?? trailing
  const prompt =
    leading !== null ? text.slice(leading[0].length).trim() : text.slice(0, trailing?.index ?? text.length).trim()
  if (prompt === "") throw emptyPrompt()
  if (found === null) return { interval: USUAL, isGiven: false, prompt }
  const unit = (found[2] ?? "").charAt(0).toLowerCase() as Interval["unit"]
  const amount = Number(found[1])
  if (amount < 1) throw badInterval(`${found[1]}${unit}`)
  return { interval: { amount, unit }, isGiven: true, prompt }
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
    next: "give one from 1m to 31d",
  })
}
