import type { Usage } from "../../../ports/agents/agent-driver.ts"
import { sha256 } from "../../../text/sha256.ts"
import type { Outcome } from "../../../workflow/outcome.ts"
import type { Change, NewAnswer, Result, RunHead, ValueSource, Visit } from "../../model.ts"

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

/** An answer to what was asked, kept as it was given; which value it is, is a pointer to it. */
export function takeAnswer<Draft extends Answering>(draft: Draft, given: GivenResult, epoch?: number): Draft {
  const answer = answerOf(draft, given)
  const item = { step: draft.visit.step, round: draft.visit.round, item: given.item }
  return withValue({ ...draft, changes: [...draft.changes, { kind: "answer", item, answer, epoch }] }, given, answer)
}

/** An answer that nobody was asked for. */
export function keepAnswer<Draft extends Answering>(draft: Draft, given: GivenResult): Draft {
  const answer = answerOf(draft, given)
  const item = { step: draft.visit.step, round: draft.visit.round, item: given.item }
  return withValue({ ...draft, changes: [...draft.changes, { kind: "keep", item, answer }] }, given, answer)
}

function answerOf({ at, visit }: Answering, given: GivenResult): NewAnswer {
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
  // What was not handed in is like nothing else: nobody may take it for the same as last time.
  const unlike = `unseen:${digest}:${number}:${draft.at}`
  return setValue(draft, writes, { step, round, item, digest: answer.body?.digest ?? unlike })
}

export function setValue<Draft extends Answering>(draft: Draft, name: string, source: ValueSource): Draft {
  return { ...draft, head: { ...draft.head, values: { ...draft.head.values, [name]: source } } }
}

/** Whether a report says the same as the answer that is kept. */
export function isSameReport(
  result: Result,
  said: { readonly outcome?: Outcome | undefined; readonly text?: string | undefined },
): boolean {
  const digest = said.text === undefined ? undefined : sha256(said.text)
  return (said.outcome ?? result.outcome) === result.outcome && digest === result.body?.digest
}

/** Of the value that all answers of a fan-out are. */
export function digestOfAll(
  results: readonly (Pick<Result, "outcome" | "body"> & { readonly item: string })[],
): string {
  const parts = results.map(({ item, outcome, body }) => [item, outcome, body?.digest ?? ""].join(" "))
  return sha256(parts.sort().join("\n"))
}
