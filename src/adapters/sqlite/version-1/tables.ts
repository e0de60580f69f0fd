import type { Usage } from "../../../ports/agents/agent-driver.ts"
import type {
  Ask,
  Budget,
  DispatchStatus,
  LoopState,
  AskedQuestion,
  RunStart,
  RunStatus,
  Spent,
  ValueSource,
} from "../../../run/model.ts"
import type { Outcome } from "../../../workflow/outcome.ts"
import { type Body, readBody } from "../artifacts.ts"
import { type SealedColumn, hash, json, listed, number, oneOf, sealed, text } from "./sealed.ts"

/** The rows of version 1, as they are read. */

/** How many rows of each kind a run has, so that a row hidden by a damaged page is noticed. */
export interface RowCounts {
  readonly visits: number
  readonly values: number
  readonly results: number
  readonly dispatches: number
  readonly questions: number
  readonly events: number
}

/** What a run began with. Its grants are among the rules, as `grant:write`. */
export type OldStart = Omit<RunStart, "permissions"> & { readonly allow: readonly string[] }

export interface OldHead {
  readonly seq: number
  readonly status: RunStatus
  readonly step: string
  readonly round: number
  readonly outcome?: Outcome
  readonly because?: string
  readonly updated: number
  readonly budget: Budget
  readonly spent: Spent
  readonly events: number
  readonly chain: string
  readonly visited: number
  readonly counts: RowCounts
}

interface OldVisitStart {
  readonly step: string
  readonly round: number
  readonly number: number
  readonly entered: number
  readonly via?: { readonly step: string; readonly round: number; readonly outcome: Outcome }
  readonly inputs: Readonly<Record<string, ValueSource>>
  readonly digest: string
  readonly total: number
}

interface OldVisitProgress {
  readonly ok: number
  readonly failed: number
  readonly outcome?: Outcome
  readonly left?: number
  readonly onward?: { readonly step: string; readonly round: number }
  readonly because?: string
  readonly evidence?: string
  readonly loop?: LoopState
}

export interface OldVisit extends OldVisitStart, OldVisitProgress {}

export interface OldValue extends ValueSource {
  readonly name: string
}

export interface OldResult {
  readonly step: string
  readonly round: number
  readonly item: string
  readonly outcome: Outcome
  readonly agent: string
  readonly digest?: string
  readonly bytes?: number
  /** The digest of outcome and text together. */
  readonly report: string
  readonly inputs: string
  readonly by: string
  readonly at: number
  readonly usage?: Usage
  readonly reused?: string
}

interface OldRequest {
  readonly step: string
  readonly round: number
  readonly item: string
  /** Its place among the dispatches of its run. */
  readonly made: number
  readonly root: string
  readonly agent: string
  readonly tier?: string
  readonly tries: number
  readonly inputs: string
  readonly asks: Ask["kind"]
  /** JSON. */
  readonly ask: Body
}

interface OldDispatchState {
  readonly status: DispatchStatus
  readonly epoch: number
  readonly tried: number
  /** Its position in the queue, or its last one. */
  readonly place: number
}

export interface OldDispatch extends OldRequest, OldDispatchState {}

export interface OldQuestion extends AskedQuestion {
  readonly run: string
  readonly root: string
  readonly withdrawn?: true
}

export interface OldEvent {
  readonly seq: number
  readonly at: number
  readonly kind: string
  /** JSON. */
  readonly data: string
  readonly hash: string
}

const word = text as SealedColumn<never>
const body: SealedColumn<Body> = (bytes) => readBody(Buffer.from(bytes, "latin1")) ?? { kind: "text", text: "" }

export const tables = {
  definition: sealed<{ readonly json: Body }>("definitions", "sum", { json: body }),
  start: sealed<{ readonly made: Body }>("starts", "sum", { made: body }),
  head: sealed<OldHead>("runs", "sum", {
    seq: number,
    status: word,
    step: text,
    round: number,
    outcome: word,
    because: text,
    updated: number,
    budget: json(),
    spent: listed<Spent>(["agents", "tokens", "money"]),
    events: number,
    chain: hash,
    visited: number,
    counts: listed<RowCounts>(["visits", "values", "results", "dispatches", "questions", "events"]),
  }),
  visit: sealed<OldVisitStart>("visits", "sum", {
    step: text,
    round: number,
    number,
    entered: number,
    via: json(),
    inputs: json(),
    digest: hash,
    total: number,
  }),
  visitProgress: sealed<OldVisitProgress>("visits", "progress_sum", {
    ok: number,
    failed: number,
    outcome: word,
    left: number,
    onward: json(),
    because: text,
    evidence: text,
    loop: json(),
  }),
  value: sealed<OldValue>("vals", "sum", { name: text, step: text, round: number, item: text, digest: hash }),
  result: sealed<OldResult>("results", "sum", {
    step: text,
    round: number,
    item: text,
    outcome: word,
    agent: text,
    digest: hash,
    bytes: number,
    report: hash,
    inputs: hash,
    by: text,
    at: number,
    usage: listed<Omit<Usage, "tokensCached">>(["tokensIn", "tokensOut", "money", "milliseconds"]),
    reused: text,
  }),
  resultText: sealed<{ readonly text?: Body }>("results", "text_sum", { text: body }),
  dispatch: sealed<OldRequest>("dispatches", "sum", {
    step: text,
    round: number,
    item: text,
    made: number,
    root: text,
    agent: text,
    tier: text,
    tries: number,
    inputs: hash,
    asks: word,
    ask: body,
  }),
  dispatchState: sealed<OldDispatchState>("dispatches", "state_sum", {
    status: oneOf(["open", "held", "leased", "answered", "cancelled"]),
    epoch: number,
    tried: number,
    place: number,
  }),
  question: sealed<{ readonly row: OldQuestion }>("questions", "sum", { row: json() }),
  event: sealed<OldEvent>("events", "sum", { seq: number, at: number, kind: text, data: text, hash }),
} as const
