import { isOutcome, type Outcome } from "../../../workflow/outcome.ts"
import { openLastUsed } from "../../../text/last-used.ts"
import { linesOutsideFences } from "./gate/review-answer.ts"

const CLOSING = /^\W*(?:(?:OUTCOME|RESULT)[^\w:]*:\W*\w+\W*|ORCHESTRATOR ACTION:.*)$/

/** An answer without the lines at its end that say how it went and what to run next. A single line is kept. */
export function withoutClosingLines(text: string): string {
  let bare = text.trim()
  for (;;) {
    const at = bare.lastIndexOf("\n") + 1
    if (at === 0 || !CLOSING.test(bare.slice(at))) return bare
    bare = bare.slice(0, at).trim()
  }
}

/** Whether an answer says nothing. The result of a review is an answer; an outcome alone is not. */
export function saysNothing(text: string | undefined): boolean {
  const bare = withoutClosingLines(text ?? "")
  return bare === "" || (CLOSING.test(bare) && !/RESULT/.test(text ?? ""))
}

/**
 * How an agent says it went, in the words it was asked for: `OUTCOME: iterate`, or `RESULT: PASS` and `RESULT: FAIL`. The
 * last such line counts.
 */
export function readOutcome(text: string): Outcome | undefined {
  let found: Outcome | undefined
  for (const line of linesOutsideFences(text)) {
    const said = /^\W*(OUTCOME|RESULT)[^\w:]*:\W*([A-Za-z]+)\b/.exec(line)
    if (said === null) continue
    const word = (said[2] ?? "").toLowerCase()
    if (said[1] === "OUTCOME" && isOutcome(word)) found = word
    else if (said[1] === "RESULT" && (word === "pass" || word === "fail")) found = word === "pass" ? "ok" : "fail"
  }
  return found
}

/** What an answer is as a value: JSON where it is JSON, also where it is fenced or ends with how it went; text otherwise. */
export function asValue(text: string): unknown {
  if (text.length < LARGE) return readValue(text)
  const before = large.get(text)
  if (before !== undefined) return before.value
  const value = frozen(readValue(text))
  large.put(text, { value }, text.length)
  return value
}

/** What a review gathers is read by every step: a text this long is made a value once, which nobody may change. */
const LARGE = 256 * 1024
const large = openLastUsed<{ readonly value: unknown }>(128 * 1024 * 1024)

function frozen(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}

function readValue(text: string): unknown {
  const bare = withoutFence(withoutClosingLines(text))
  if (!/^[[{]/.test(bare)) return text
  try {
    return JSON.parse(bare) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

function withoutFence(text: string): string {
  const end = text.lastIndexOf("\n")
  const isFenced = /^```(?:json)?[ \t]*\r?\n/.test(text) && text.slice(end).trim() === "```"
  return isFenced ? text.slice(text.indexOf("\n"), end).trim() : text
}
