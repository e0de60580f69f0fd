import type { Usage } from "../../../agents/agent-driver.ts"
import { openLastUsed } from "../../../text/memoise.ts"
import { sha256 } from "../../../text/sha256.ts"
import { isOutcome, type Outcome } from "../../../workflow/outcome.ts"
import type { Change, NewAnswer, Result, RunHead, ValueSource, Visit } from "../../model.ts"
import { listPlainLines } from "./gate/review-answer.ts"

export interface GivenResult {
  readonly item: string
  readonly outcome: Outcome
  readonly text?: string | undefined
  readonly by: string
  readonly agent?: string | undefined
  readonly usage?: Usage | undefined
  readonly inputs?: string | undefined
  readonly reused?: string | undefined
  /** The value it becomes. */
  readonly writes?: string | undefined
}

interface Answering {
  readonly at: number
  readonly head: RunHead
  readonly visit: Visit
  readonly changes: readonly Change[]
}

/** An answer as it was given; the resulting value is a pointer to it. */
export function takeAnswer<Draft extends Answering>(draft: Draft, given: GivenResult, epoch?: number): Draft {
  const answer = toAnswer(draft, given)
  const item = { step: draft.visit.step, round: draft.visit.round, item: given.item }
  return withValue({ ...draft, changes: [...draft.changes, { kind: "answer", item, answer, epoch }] }, given, answer)
}

/** An answer that was not requested. */
export function keepAnswer<Draft extends Answering>(draft: Draft, given: GivenResult): Draft {
  const answer = toAnswer(draft, given)
  const item = { step: draft.visit.step, round: draft.visit.round, item: given.item }
  return withValue({ ...draft, changes: [...draft.changes, { kind: "keep", item, answer }] }, given, answer)
}

function toAnswer({ at, visit }: Answering, given: GivenResult): NewAnswer {
  const { text } = given
  return {
    outcome: given.outcome,
    agent: given.agent ?? "",
    body: text === undefined ? undefined : { digest: sha256(text), bytes: Buffer.byteLength(text) },
    text,
    inputs: given.inputs ?? visit.digest,
    by: given.by,
    at,
    usage: given.usage,
    reused: given.reused,
  }
}

function withValue<Draft extends Answering>(draft: Draft, { item, writes }: GivenResult, answer: NewAnswer): Draft {
  if (writes === undefined) return draft
  const { step, round, digest, number } = draft.visit
  // A missing output gets a unique digest, so that it never counts as unchanged.
  const unlike = `unseen:${digest}:${number}:${draft.at}`
  return setValue(draft, writes, { step, round, item, digest: answer.body?.digest ?? unlike })
}

export function setValue<Draft extends Answering>(draft: Draft, name: string, source: ValueSource): Draft {
  return { ...draft, head: { ...draft.head, values: { ...draft.head.values, [name]: source } } }
}

/** Whether a report says the same as the stored answer. */
export function isSameReport(
  result: Result,
  said: { readonly outcome?: Outcome | undefined; readonly text?: string | undefined },
): boolean {
  const digest = said.text === undefined ? undefined : sha256(said.text)
  return (said.outcome ?? result.outcome) === result.outcome && digest === result.body?.digest
}

/** The value that consists of all answers of a fan-out. */
export function digestResults(
  results: readonly (Pick<Result, "outcome" | "body"> & { readonly item: string })[],
): string {
  const parts = results.map(({ item, outcome, body }) => [item, outcome, body?.digest ?? ""].join(" "))
  return sha256(parts.sort().join("\n"))
}

const CLOSING = /^\W*(?:(?:OUTCOME|RESULT)[^\w:]*:\W*\w+\W*|ORCHESTRATOR ACTION:.*)$/

/** An answer without the lines at its end that state the outcome and the next command. A single line is kept. */
export function dropClosingLines(text: string): string {
  let bare = text.trim()
  for (;;) {
    const at = bare.lastIndexOf("\n") + 1
    if (at === 0 || !CLOSING.test(bare.slice(at))) return bare
    bare = bare.slice(0, at).trim()
  }
}

/** Whether an answer says nothing. The result of a review counts as an answer; an outcome alone does not. */
export function isEmptyAnswer(text: string | undefined): boolean {
  const bare = dropClosingLines(text ?? "")
  return bare === "" || (CLOSING.test(bare) && !/RESULT/.test(text ?? ""))
}

/**
 * The outcome that an agent states, in the requested form: `OUTCOME: iterate`, or `RESULT: PASS` and `RESULT: FAIL`.
 * The last such line counts.
 */
export function readOutcome(text: string): Outcome | undefined {
  let found: Outcome | undefined
  for (const line of listPlainLines(text)) {
    const said = /^\W*(OUTCOME|RESULT)[^\w:]*:\W*([A-Za-z]+)\b/.exec(line)
    if (said === null) continue
    const word = (said[2] ?? "").toLowerCase()
    if (said[1] === "OUTCOME" && isOutcome(word)) found = word
    else if (said[1] === "RESULT" && (word === "pass" || word === "fail")) found = word === "pass" ? "ok" : "fail"
  }
  return found
}

/** An answer as a value: JSON if it is JSON, even if fenced or followed by its outcome; text otherwise. */
export function parseAnswerValue(text: string): unknown {
  if (text.length < LARGE) return readValue(text)
  const before = large.get(text)
  if (before !== undefined) return before.value
  const value = frozen(readValue(text))
  large.put(text, { value }, text.length)
  return value
}

/**
 * Every step of a review reads what was gathered, so a text this long is parsed once, into an immutable value. What a
 * step finds out about such a value can be kept by its identity.
 */
const LARGE = 4 * 1024
const large = openLastUsed<{ readonly value: unknown }>(128 * 1024 * 1024)

function frozen(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}

function readValue(text: string): unknown {
  const bare = withoutFence(dropClosingLines(text))
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
