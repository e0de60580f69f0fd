import type { ResultRow, RunChange, Usage, VisitRow } from "../../ports/run-store.ts"
import { sha256 } from "../../skill/sha256.ts"
import type { Outcome } from "../../workflow/outcome.ts"

export interface Answer {
  readonly item: string
  readonly outcome: Outcome
  readonly text?: string | undefined
  readonly by: string
  readonly agent?: string
  readonly usage?: Usage | undefined
  readonly inputs?: string
  readonly reused?: string | undefined
  /** The value it becomes. */
  readonly writes?: string | undefined
}

interface Answered {
  readonly visit: VisitRow
  readonly at: number
}

/** An answer is kept as it was given; which value it is, is a pointer to it. */
export function takeAnswer(to: Answered, answer: Answer): { readonly changes: readonly RunChange[] } {
  const { visit, at } = to
  const { item, outcome, text, writes } = answer
  const body = text === undefined ? undefined : { digest: sha256(text), bytes: utf8Length(text) }
  const place = { step: visit.step, round: visit.round, item }
  const result: RunChange = {
    kind: "result",
    result: {
      run: "",
      ...place,
      outcome,
      agent: answer.agent ?? "",
      report: reportDigest(outcome, text),
      inputs: answer.inputs ?? visit.digest,
      by: answer.by,
      at,
      ...(body === undefined ? {} : { body }),
      ...(text === undefined ? {} : { text }),
      ...(answer.usage === undefined ? {} : { usage: answer.usage }),
      ...(answer.reused === undefined ? {} : { reused: answer.reused }),
    },
  }
  if (writes === undefined) return { changes: [result] }
  // What was not handed in is like nothing else: nobody may take it for the same as last time.
  const digest = body?.digest ?? `unseen:${visit.digest}:${visit.number}:${at}`
  return { changes: [result, { kind: "value", value: { name: writes, ...place, digest } }] }
}

/** What tells one report from another for the same key. */
export function reportDigest(outcome: Outcome | undefined, text: string | undefined): string {
  return sha256(JSON.stringify([outcome ?? null, text ?? null]))
}

/** Of the value that all answers of a fan-out are. */
export function digestOfAll(results: readonly Pick<ResultRow, "item" | "outcome" | "body">[]): string {
  const parts = results.map(({ item, outcome, body }) => [item, outcome, body?.digest ?? ""].join(" "))
  return sha256(parts.sort().join("\n"))
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length
}
